// Consumer code that uses the components. Each @ts-expect-error fails if types are lost.

export const components = `
import { createSession, type NudgeEventMap } from 'nudge-inbox';
import {
  NudgeAvatar,
  NudgeBell,
  type NudgeBellElement,
  type NudgeBellProps,
  NudgeInbox,
  NudgeNotification,
  NudgePreferences,
} from 'nudge-inbox/react';
import { createRef } from 'react';

const session = createSession({ baseUrl: '/v1/engagement', getToken: () => null });
const bell = createRef<NudgeBellElement>();
declare const perhaps: { open: boolean | undefined; hear: NudgeBellProps['onNudgeOpen'] };

export const page = (
  <>
    <NudgeBell
      ref={bell}
      key="bell"
      session={session}
      placement="top-end"
      maxCount={9}
      readOnView
      open={perhaps.open}
      className="bell"
      id="bell"
      style={{ color: 'red' }}
      slot="header"
      part="bell"
      aria-description="News"
      data-test="bell"
      onClick={(event) => event.currentTarget.open}
      onNudgeOpen={perhaps.hear}
      onNudgeClose={({ detail }) => detail.reason.trim()}
      onNudgeDismissChange={(event) => event.detail.isDismissed}
      onNudgeUnreadCountChange={(event: NudgeEventMap['nudge-unread-count-change']) => event.detail.count}
    >
      <p slot="empty">Nothing</p>
    </NudgeBell>
    <NudgeInbox ids={['a']} baseUrl="/v1/engagement" getToken={() => null} view="inbox" onNudgeArrival={({ detail }) => detail.ids} />
    <NudgeNotification notificationId="n" record={null} onNudgeAction={({ detail }) => detail.waitUntil(Promise.resolve())} />
    <NudgeInbox
      renderNotification={({ payload, isRead }, { previous, signal }) => {
        if (signal.aborted || !payload.title) return previous;
        return <strong className={isRead ? 'old' : 'new'}>{payload.title}</strong>;
      }}
    />
    <NudgeBell renderNotification={(notification) => [<b key="id">{notification.id}</b>, 'text']} />
    <NudgePreferences groups={[{ id: 'g', name: 'G' }]} onNudgePreferenceChange={({ detail }) => detail.groupId} />
    <NudgeAvatar src="/a.png" name="Ann" ref={(element) => void element?.name} />
  </>
);

export const wrong = [
  // @ts-expect-error A record has no such property.
  <NudgeBell renderNotification={({ title }) => <b>{title}</b>} />,
  // @ts-expect-error A card is rendered by a function.
  <NudgeInbox renderNotification={<b>Card</b>} />,
  // @ts-expect-error A number is not a session.
  <NudgeBell session={5} />,
  // @ts-expect-error This placement does not exist.
  <NudgeBell placement="left" />,
  // @ts-expect-error This property does not exist.
  <NudgeBell plaement="top-end" />,
  // @ts-expect-error This event does not exist.
  <NudgeBell onNudgeOpened={() => undefined} />,
  // @ts-expect-error An avatar fires no events.
  <NudgeAvatar onNudgeOpen={() => undefined} />,
  // @ts-expect-error The property is called reason.
  <NudgeBell onNudgeOpen={({ detail }) => detail.why} />,
  // @ts-expect-error The ref is for another element.
  <NudgeInbox ref={bell} />,
  // @ts-expect-error Internal properties are not public.
  <NudgeBell isEmbedded />,
];
`;
