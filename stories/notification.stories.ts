import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, fn, waitFor } from 'storybook/test';
import type { ActionDetail, Notification } from '../src/index.js';
import type { NotificationFields } from '../src/sandbox.js';
import { createRecord, createService } from './support.js';

interface Arguments {
  fields: NotificationFields;
  isRead: boolean;
  onNavigate: (event: Event) => void;
  onAction: (event: CustomEvent<ActionDetail>) => void;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Notification',
  component: 'nudge-notification',
  args: {
    isRead: false,
    onNavigate: fn((event: Event) => event.preventDefault()),
    onAction: fn(),
  },
  loaders: [async ({ args }) => ({ record: await createRecord(args.fields, args.isRead) })],
  render: ({ onNavigate, onAction }, { loaded }) =>
    html`<nudge-notification
      style="max-width: 400px"
      .record=${(loaded as { record: Notification }).record}
      @nudge-navigate=${onNavigate}
      @nudge-action=${onAction}
    ></nudge-notification>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const picture = (name: string) => ({
  iconURL: `/pictures/${name}.svg`,
  fallBackName: name,
  iconRedirectURL: '',
});

const everything = {
  title: 'Quarterly report is ready for review',
  subTitle: 'Finance · Q3 close',
  body: 'Amelia shared the final draft. Two figures on page 4 changed since Tuesday; please confirm them before noon.',
  avatar: [
    { iconURL: '/pictures/amelia.svg', fallBackName: 'Amelia Moss', iconRedirectURL: '/people/amelia' },
  ],
  attachments: [
    { type: 'pdf', fileName: 'q3-report-final.pdf', url: '/files/invoice-2025-10.pdf' },
    { type: 'csv', fileName: 'figures.csv', url: '/files/items-2025-10.csv' },
  ],
  itemRedirect: '/reports/q3',
  tags: [
    { tagName: 'Finance', url: '/tags/finance', icon: '/pictures/icon-receipt.svg' },
    { tagName: 'Q3', url: '', icon: '' },
  ],
  actionButtons: {
    primary: { name: 'Review', url: '/reports/q3', onclickAction: 'navigate' },
    secondary: { name: 'Later', url: '', onclickAction: 'remind' },
    tertiary: { name: 'Dismiss', url: '', onclickAction: 'dismiss' },
  },
};

export const Unread: Story = { args: { fields: everything } };

export const Read: Story = { args: { fields: everything, isRead: true } };

export const Dark: Story = { args: { fields: everything }, globals: { theme: 'dark' } };

export const RightToLeft: Story = {
  args: {
    fields: {
      ...everything,
      title: 'طلبك رقم ١٠٣٨ وصل إلى نقطة الاستلام',
      body: 'يمكنك استلام الطرد خلال سبعة أيام.',
    },
  },
  globals: { direction: 'rtl' },
};

export const OnlyTitle: Story = { args: { fields: { title: 'Your order has shipped' } } };

export const NoTitle: Story = { args: { fields: { title: null, body: 'It should arrive on Friday.' } } };

export const ThreeAvatars: Story = {
  args: {
    fields: {
      title: 'Ravi and two others added photos',
      avatar: [picture('ravi'), picture('mei'), picture('omar')],
    },
  },
};

export const FiveImages: Story = {
  args: {
    fields: {
      title: 'The lake house collection is here',
      attachmentsImage: ['lake', 'tent', 'lamp', 'mug', 'boots'].map((name) => picture(`photo-${name}`)),
    },
  },
};

export const ImageOpen: Story = {
  args: {
    fields: {
      title: 'The lake house collection is here',
      attachmentsImage: ['lake', 'tent', 'lamp', 'mug', 'boots'].map((name) => ({
        ...picture(`photo-${name}`),
        iconRedirectURL: `/photos/${name}`,
      })),
    },
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = canvasElement.querySelector('nudge-notification')?.shadowRoot;
    const more = root?.querySelector<HTMLElement>('.images li:nth-child(2) button');
    await expect(more).toHaveAccessibleName('4 more pictures');
    await userEvent.click(more!);
    await waitFor(() => expect(root?.querySelector('dialog')).toHaveAccessibleName('photo-tent'));
    await waitFor(() => expect(root?.querySelector('dialog [role=status]')).toHaveTextContent('2 of 5'));
  },
};

export const ImageOpenDark: Story = { ...ImageOpen, globals: { theme: 'dark' } };

export const ImageOpenRightToLeft: Story = { ...ImageOpen, globals: { direction: 'rtl' } };

export const BrokenImage: Story = {
  args: {
    fields: {
      title: 'Your photo is ready',
      attachmentsImage: [{ iconURL: '/pictures/nowhere.svg', fallBackName: 'Boots', iconRedirectURL: '' }],
    },
  },
};

export const LongText: Story = {
  args: {
    fields: {
      title: 'A title that goes on '.repeat(12),
      subTitle: 'AndOneWordThatNeverEnds'.repeat(6),
      body: 'A sentence that says little but takes its time to do so. '.repeat(30),
    },
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = canvasElement.querySelector('nudge-notification')?.shadowRoot;
    const toggle = root!.querySelector<HTMLElement>('.link-button')!;
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle).toHaveTextContent('Show less'));
  },
};

export const HostileText: Story = {
  args: {
    fields: { title: '<img src=x onerror=alert(1)>', body: '**not bold** &amp; <b>not bold either</b>' },
  },
};

export const ActionAtWork: Story = {
  args: {
    fields: everything,
    onAction: fn((event: CustomEvent<ActionDetail>) => event.detail.waitUntil(new Promise(() => undefined))),
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = canvasElement.querySelector('nudge-notification')?.shadowRoot;
    await userEvent.click(root!.querySelector<HTMLElement>('button.secondary')!);
    await waitFor(() => expect(root?.querySelector('button.secondary')).toHaveAttribute('aria-busy', 'true'));
  },
};

export const ActionDone: Story = {
  args: {
    fields: everything,
    onAction: fn((event: CustomEvent<ActionDetail>) => event.detail.waitUntil(Promise.resolve())),
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = canvasElement.querySelector('nudge-notification')?.shadowRoot;
    await userEvent.click(root!.querySelector<HTMLElement>('button.secondary')!);
    await waitFor(() => expect(root?.querySelector('[role=status]')).toHaveTextContent('Done.'));
  },
};

export const ActionFailed: Story = {
  args: {
    fields: everything,
    onAction: fn((event: CustomEvent<ActionDetail>) =>
      event.detail.waitUntil(Promise.reject(new Error('no'))),
    ),
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = canvasElement.querySelector('nudge-notification')?.shadowRoot;
    await userEvent.click(root!.querySelector<HTMLElement>('button.secondary')!);
    await waitFor(() => expect(root?.querySelector('[role=alert]')).toHaveTextContent('That did not work'));
  },
};

export const ById: StoryObj = {
  loaders: [],
  render: () => {
    const { sandbox, session } = createService();
    return html`<nudge-notification
      style="max-width: 400px"
      notification-id=${sandbox.notificationIds()[0]}
      .session=${session}
    ></nudge-notification>`;
  },
};

export const Loading: StoryObj = {
  loaders: [],
  render: () => {
    const { sandbox, session } = createService({ prepare: (service) => service.failNext('stall') });
    return html`<nudge-notification
      style="max-width: 400px"
      notification-id=${sandbox.notificationIds()[0]}
      .session=${session}
    ></nudge-notification>`;
  },
};

export const FailedAndTriedAgain: StoryObj = {
  loaders: [],
  render: () => {
    const { sandbox, session } = createService({ prepare: (service) => service.failNext('truncated') });
    return html`<nudge-notification
      style="max-width: 400px"
      notification-id=${sandbox.notificationIds()[0]}
      .session=${session}
    ></nudge-notification>`;
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = canvasElement.querySelector('nudge-notification')?.shadowRoot;
    await waitFor(() => expect(root?.querySelector('.failure-row button')).toBeTruthy());
    await userEvent.click(root!.querySelector<HTMLElement>('.failure-row button')!);
    await waitFor(() => expect(root?.querySelector('[role=article]')).toBeTruthy());
  },
};

export const Missing: StoryObj = {
  loaders: [],
  render: () => {
    const { session } = createService();
    return html`<nudge-notification
      style="max-width: 400px"
      notification-id="nowhere"
      .session=${session}
    ></nudge-notification>`;
  },
};
