// Consumer code that uses tags, in plain TypeScript and in the JSX of React 19. Each @ts-expect-error fails if types are
// lost.

export const page = `
import type {} from 'nudge-inbox';
import type { DismissChangeDetail, NudgeEventMap } from 'nudge-inbox';

const bell = document.querySelector('nudge-bell')!;
bell.maxCount = 9;
document.createElement('nudge-inbox').filter = 'unread';
document.querySelector('nudge-notification')!.record?.payload.title?.trim();
document.querySelector('nudge-preferences')!.heading = 'Choose';
document.querySelector('nudge-avatar')!.name = 'Ann';

bell.addEventListener('nudge-open', ({ detail }) => detail.reason.trim());
bell.addEventListener('nudge-close', ({ detail }) => detail.reason.trim());
bell.addEventListener('nudge-navigate', ({ detail }) => detail.url.trim());
bell.addEventListener('nudge-action', ({ detail }) => detail.waitUntil(Promise.resolve()));
bell.addEventListener('nudge-read-change', ({ detail }) => detail.isRead.valueOf());
bell.addEventListener('nudge-dismiss-change', ({ detail }: CustomEvent<DismissChangeDetail>) => detail.isDismissed);
bell.addEventListener('nudge-unread-count-change', ({ detail }) => detail.count.toFixed());
bell.addEventListener('nudge-arrival', ({ detail }) => detail.ids.length);
bell.addEventListener('nudge-preference-change', ({ detail }) => detail.groupId.trim());
bell.addEventListener('nudge-error', ({ detail }) => detail.operation.trim());

// The page listens for the events that the elements declare.
type Heard = Pick<HTMLElementEventMap, keyof NudgeEventMap>;
const heard = (map: Heard): NudgeEventMap => map;
void heard;

// @ts-expect-error A number is not a session.
bell.session = 5;
// @ts-expect-error This placement does not exist.
bell.placement = 'left';
// @ts-expect-error The property is called reason.
bell.addEventListener('nudge-open', ({ detail }) => detail.why);
`;

/** A page that imports nothing but an entry that registers tags. */
export const createRegistered = (entry: string): string => `
import 'nudge-inbox/${entry}';

document.querySelector('nudge-bell')!.backendUrl = '/inbox';
document.createElement('nudge-toasts').max = 2;
document.addEventListener('nudge-navigate', ({ detail }) => detail.url.trim());
document.querySelector('header')!.addEventListener('nudge-arrival', ({ detail }) => detail.ids.length);

// @ts-expect-error This property does not exist.
document.querySelector('nudge-bell')!.backend = '/inbox';
`;

export const tags = `
import type {} from 'nudge-inbox/jsx';
import { createSession, type NudgeBell, type OpenDetail } from 'nudge-inbox';
import { createRef } from 'react';

const session = createSession({ baseUrl: '/v1/engagement', getToken: () => null });
const bell = createRef<NudgeBell>();
const hear = ({ detail }: CustomEvent<OpenDetail>) => console.log(detail.reason);
declare const perhaps: string | undefined;

export const page = (
  <>
    <nudge-bell
      ref={bell}
      key="bell"
      session={session}
      placement="top-end"
      max-count={9}
      read-on-view
      titleCount
      label={perhaps}
      customer-key={perhaps}
      className="bell"
      class="bell"
      id="bell"
      style={{ color: 'red' }}
      slot="header"
      part="bell"
      aria-description="News"
      data-test="bell"
      onClick={(event) => event.currentTarget.open}
      onnudge-open={hear}
      onnudge-dismiss-change={(event) => event.detail.isDismissed}
    >
      <p slot="empty">Nothing</p>
    </nudge-bell>
    <nudge-inbox ids={['a']} base-url="/v1/engagement" getToken={() => null} view="inbox" filter="all" />
    <nudge-notification notification-id="n" record={null} onnudge-action={({ detail }) => detail.action} />
    <nudge-preferences groups={[{ id: 'g', name: 'G' }]} />
    <nudge-badge backend-url="/inbox" badge="unread" max-count={9} label="{count} unread" />
    <nudge-toasts placement="top-end" duration={6000} max={2} onnudge-select={({ detail }) => detail.id} />
    <nudge-avatar src="/a.png" name="Ann" />
  </>
);

export const wrong = [
  // @ts-expect-error A number is not a session.
  <nudge-bell session={5} />,
  // @ts-expect-error This placement does not exist.
  <nudge-bell placement="left" />,
  // @ts-expect-error This property does not exist.
  <nudge-bell plaement="top-end" />,
  // @ts-expect-error ids is a list.
  <nudge-inbox ids='["a"]' />,
  // @ts-expect-error The property is called reason.
  <nudge-bell onnudge-open={({ detail }) => detail.why} />,
  // @ts-expect-error The detail belongs to another event.
  <nudge-bell onnudge-close={(event: CustomEvent<{ count: number }>) => event.detail.count} />,
  // @ts-expect-error The ref is for another element.
  <nudge-inbox ref={bell} />,
  // @ts-expect-error Internal properties are not public.
  <nudge-bell isEmbedded />,
  // @ts-expect-error This tag does not exist.
  <nudge-bel />,
];
`;
