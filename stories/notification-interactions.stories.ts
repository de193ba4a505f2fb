import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { ActionDetail, Notification, NudgeNotification, ReadChangeDetail } from '../src/index.js';
import type { NotificationFields } from '../src/sandbox.js';
import { findByRole, textOf } from './screen.js';
import { createRecord, createService, type StoryService } from './support.js';

/** What a customer does with a notification, step by step. See the “Interactions” panel. */
const meta: Meta<{ fields: NotificationFields }> = {
  title: 'Elements/Notification/Interactions',
  tags: ['!autodocs'],
  args: { fields: {} },
  loaders: [async ({ args }) => ({ record: await createRecord(args.fields) })],
};
export default meta;

type Story = StoryObj<{ fields: NotificationFields }>;

const press = async (
  { canvasElement, userEvent }: Parameters<NonNullable<Story['play']>>[0],
  name: string,
): Promise<void> => userEvent.click(await findByRole(canvasElement, 'button', { name }));

const photo = (name: string) => ({
  iconURL: `/pictures/photo-${name}.svg`,
  fallBackName: name,
  iconRedirectURL: '',
});

export const PicturesViewed: Story = {
  name: 'Pictures viewed',
  args: { fields: { title: 'Your photos', attachmentsImage: ['lake', 'tent', 'lamp', 'mug'].map(photo) } },
  render: (_, { loaded }) =>
    html`<nudge-notification
      style="max-width: 400px"
      .record=${(loaded as { record: Notification }).record}
    ></nudge-notification>`,
  play: async (context) => {
    const { canvasElement } = context;
    await press(context, '3 more pictures');
    await findByRole(canvasElement, 'dialog', { name: 'tent' });
    await press(context, 'Next');
    await findByRole(canvasElement, 'dialog', { name: 'lamp' });
    await press(context, 'Close');
    const opener = await findByRole(canvasElement, 'button', { name: '3 more pictures' });
    await waitFor(() => expect(opener.matches(':focus')).toBe(true));
  },
};

/** Without a link, a press shows the whole text. It marks the notification as read, which the page stores here. */
export const Pressed: Story = {
  name: 'Pressed, without a link',
  args: {
    fields: {
      title: 'Your lease ends in June',
      body: 'We would like to know whether you want to stay. '.repeat(12),
    },
  },
  render: (_, { loaded }) =>
    html`<nudge-notification
      style="max-width: 400px"
      .record=${(loaded as { record: Notification }).record}
      @nudge-read-change=${({ currentTarget, detail }: CustomEvent<ReadChangeDetail>) => {
        const element = currentTarget as NudgeNotification;
        if (element.record) element.record = { ...element.record, isRead: detail.isRead };
      }}
    ></nudge-notification>`,
  play: async (context) => {
    const { canvasElement } = context;
    // The text is measured once it is laid out.
    await findByRole(canvasElement, 'button', { name: 'Show more' });
    await press(context, 'Unread: Your lease ends in June');
    await findByRole(canvasElement, 'button', { name: 'Show less' });
    await findByRole(canvasElement, 'button', { name: 'Mark as unread' });
  },
};

/** The first press fails, and the second one succeeds. */
export const ActionRetried: Story = {
  name: 'Button pressed again after an error',
  args: {
    fields: {
      title: 'Quarterly report is ready for review',
      actionButtons: { secondary: { name: 'Later', url: '', onclickAction: 'remind' } },
    },
  },
  render: (_, { loaded }) => {
    let presses = 0;
    const handleAction = ({ detail }: CustomEvent<ActionDetail>): void =>
      detail.waitUntil((presses += 1) === 1 ? Promise.reject(new Error('no')) : Promise.resolve());
    return html`<nudge-notification
      style="max-width: 400px"
      .record=${(loaded as { record: Notification }).record}
      @nudge-action=${handleAction}
    ></nudge-notification>`;
  },
  play: async (context) => {
    const { canvasElement } = context;
    await press(context, 'Later');
    await waitFor(() => expect(textOf(canvasElement)).toContain('Something went wrong'));
    await press(context, 'Later');
    await waitFor(() => expect(textOf(canvasElement)).toContain('Done.'));
  },
};

const renderFirst = ({ sandbox, session }: StoryService) =>
  html`<nudge-notification
    style="max-width: 400px"
    notification-id=${sandbox.notificationIds()[0]!}
    .session=${session}
  ></nudge-notification>`;

/** Opening the notification marks it as read. */
export const Opened: Story = {
  render: () => renderFirst(createService()),
  play: async ({ canvasElement, userEvent }) => {
    const link = await findByRole(canvasElement, 'link', { name: 'Unread: Your parcel is out for delivery' });
    await userEvent.click(link);
    await findByRole(canvasElement, 'button', { name: 'Mark as unread' });
  },
};

export const RetrySucceeded: Story = {
  name: 'Error, then success',
  render: () => renderFirst(createService({ prepare: (sandbox) => sandbox.failNext('truncated') })),
  play: async (context) => {
    await press(context, 'Try again');
    await findByRole(context.canvasElement, 'article', { name: /Your parcel is out for delivery/ });
  },
};
