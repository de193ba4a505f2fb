import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { ActionDetail, Notification } from '../src/index.js';
import type { NotificationFields } from '../src/sandbox.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { findByRole, textOf } from './screen.js';
import { createRecord, inFrame, storySession } from './support.js';

interface Arguments {
  fields: NotificationFields;
  isRead: boolean;
  bodyLinks: boolean;
  /** How the page handles the press of a button. */
  handleAction: (event: CustomEvent<ActionDetail>) => void;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Notification',
  component: 'nudge-notification',
  args: { isRead: false, bodyLinks: false, handleAction: () => undefined },
  argTypes: { handleAction: { table: { disable: true } }, fields: { control: 'object' } },
  parameters: { controls: { include: ['fields', 'isRead', 'bodyLinks'] }, docs: { page: ElementPage } },
  loaders: [async ({ args }) => ({ record: await createRecord(args.fields, args.isRead) })],
  render: ({ handleAction, bodyLinks }, { loaded }) =>
    html`<nudge-notification
      style="max-width: 400px"
      .record=${(loaded as { record: Notification }).record}
      .bodyLinks=${bodyLinks}
      @nudge-action=${handleAction}
    ></nudge-notification>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const picture = (name: string) => ({
  iconURL: `/pictures/${name}.svg`,
  fallBackName: name,
  iconRedirectURL: '',
});

const allFields = {
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

export const Unread: Story = { args: { fields: allFields } };

const elsewhere = {
  viewer: 'Picture viewer',
  important: 'Inbox: Important and pinned',
  answer: 'Answer given',
};

export const Anatomy: Story = {
  parameters: inFrame(740, 720),
  args: { fields: { ...allFields, attachmentsImage: [picture('photo-lake')] } },
  render: (_, { loaded, globals }) =>
    html`<part-figure tag="nudge-notification" .elsewhere=${elsewhere}>
      <nudge-notification
        style="max-width: 400px"
        .record=${(loaded as { record: Notification }).record}
      ></nudge-notification>
      <nudge-notification
        style="max-width: 400px"
        notification-id="nowhere"
        .session=${storySession({}, globals)}
      ></nudge-notification>
    </part-figure>`,
  play: ({ canvasElement }) => markParts(canvasElement),
};

export const Read: Story = { args: { fields: allFields, isRead: true } };

export const Dark: Story = { args: { fields: allFields }, globals: { theme: 'dark' } };

export const RightToLeft: Story = {
  name: 'Right-to-left',
  args: {
    fields: {
      ...allFields,
      title: 'طلبك رقم ١٠٣٨ وصل إلى نقطة الاستلام',
      body: 'يمكنك استلام الطرد خلال سبعة أيام.',
    },
  },
  globals: { language: 'ar' },
};

export const TitleOnly: Story = { name: 'Title only', args: { fields: { title: 'Your order has shipped' } } };

export const NoTitle: Story = {
  name: 'Without title',
  args: { fields: { title: null, body: 'It should arrive on Friday.' } },
};

export const ThreeAvatars: Story = {
  name: 'Three avatars',
  args: {
    fields: {
      title: 'Ravi and two others added photos',
      avatar: [picture('ravi'), picture('mei'), picture('omar')],
    },
  },
};

/** The number takes the second place. Together they are one link, that of the first one. */
export const SixAvatars: Story = {
  name: 'Six avatars with links',
  args: {
    fields: {
      title: 'Ravi and five others added photos',
      avatar: ['ravi', 'mei', 'omar', 'ann', 'lotte', 'amelia'].map((name) => ({
        ...picture(name),
        iconRedirectURL: `/people/${name}`,
      })),
    },
  },
};

/** A tag that leads away has an arrow. Others are plain here; in an inbox, they filter the list. */
export const Tags: Story = {
  name: 'With tags',
  args: {
    fields: {
      title: 'Team offsite in Lisbon',
      tags: [
        { tagName: 'Team offsite', url: '', icon: '' },
        { tagName: 'Lisbon', url: '/tags/lisbon', icon: '' },
        { tagName: 'Weather', url: 'https://example.com/', icon: '' },
      ],
    },
  },
};

/** The name of the last tag is cut first. */
export const TagsOfOneLine: Story = {
  name: 'With many tags',
  args: {
    fields: {
      title: 'Team offsite in Lisbon',
      tags: ['Team offsite', 'Lisbon', 'Everything that we should not forget', 'Flights', 'Hotel'].map(
        (tagName) => ({ tagName, url: '', icon: '' }),
      ),
    },
  },
};

/** Only `https` and `mailto:` addresses are links, without the punctuation around them. */
export const BodyLinks: Story = {
  name: 'With links in the body',
  args: {
    bodyLinks: true,
    fields: {
      title: 'Your flight is rebooked',
      body: 'The new times (https://example.com/flights/1042): 9:40 to 11:05. Questions? Write to mailto:travel@example.com.',
      itemRedirect: '/trips/1042',
    },
  },
};

export const OneImage: Story = {
  name: 'With a picture',
  args: { fields: { title: 'Mei liked your photo', attachmentsImage: [picture('photo-blanket')] } },
};

/** The first leads to its page, which the arrow says. The second has no link and opens in the viewer. */
export const LinkedImage: Story = {
  name: 'With a linked picture',
  args: {
    fields: {
      title: 'Mei answered with two photos',
      attachmentsImage: [
        { ...picture('photo-blanket'), iconRedirectURL: '/products/wool-blanket' },
        picture('photo-mug'),
      ],
    },
  },
};

/** By a media type, an extension, or the name of the file. */
export const FileKinds: Story = {
  name: 'With files of several kinds',
  args: {
    fields: {
      title: 'The papers for your order',
      attachments: [
        { type: 'application/pdf', fileName: 'invoice', url: '/files/invoice-2025-10.pdf' },
        { type: 'text/csv; charset=utf-8', fileName: 'items', url: '/files/items-2025-10.csv' },
        { type: 'application/octet-stream', fileName: 'my-data.zip', url: '/files/my-data.zip' },
      ],
    },
  },
};

const allPictures = (canvasElement: HTMLElement, selector: string): Element[] => [
  ...canvasElement.querySelector('nudge-notification')!.shadowRoot!.querySelectorAll(selector),
];

const lake = {
  title: 'The lake house collection is here',
  attachmentsImage: ['lake', 'tent', 'lamp', 'mug', 'boots'].map((name) => ({
    ...picture(`photo-${name}`),
    iconRedirectURL: `/photos/${name}`,
  })),
};

/** The viewer shows one picture at a time, on top of the page. */
export const ImageOpen: Story = {
  name: 'Picture viewer',
  parameters: inFrame(560),
  args: { fields: lake },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button', { name: '4 more pictures' }));
    await findByRole(canvasElement, 'dialog', { name: 'photo-tent' });
  },
};

export const FiveImages: Story = { name: 'With five pictures', args: { fields: lake } };

export const ImageOpenDark: Story = {
  ...ImageOpen,
  name: 'Picture viewer: dark',
  globals: { theme: 'dark' },
};

export const ImageOpenRightToLeft: Story = {
  ...ImageOpen,
  name: 'Picture viewer: right-to-left',
  globals: { direction: 'rtl' },
};

export const ImageEnlarged: Story = {
  name: 'Picture viewer: enlarged',
  parameters: inFrame(560),
  args: { fields: lake },
  play: async (context) => {
    await ImageOpen.play?.(context);
    await context.userEvent.keyboard('+');
    await waitFor(() => expect(allPictures(context.canvasElement, '.zoomed img')).not.toHaveLength(0));
  },
};

/** They are named, or say that they could not be loaded. The second one has a link. */
export const BrokenImages: Story = {
  name: 'With broken pictures',
  args: {
    fields: {
      title: 'Your photos are ready',
      attachmentsImage: [
        { iconURL: '/pictures/nowhere.svg', fallBackName: 'Boots', iconRedirectURL: '' },
        { iconURL: '/pictures/nowhere.svg', fallBackName: '', iconRedirectURL: '/products/enamel-mug' },
      ],
    },
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(allPictures(canvasElement, 'img')).toHaveLength(0));
  },
};

/** It has no name either. */
export const BrokenImageOpen: Story = {
  name: 'Picture viewer: broken picture',
  parameters: inFrame(560),
  args: {
    fields: {
      title: 'Your photos are ready',
      attachmentsImage: [
        picture('photo-boots'),
        { iconURL: '/pictures/nowhere.svg', fallBackName: '', iconRedirectURL: '' },
      ],
    },
  },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Open picture photo-boots' }));
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Next' }));
    await findByRole(canvasElement, 'alert');
  },
};

export const BrokenImageOpenDark: Story = {
  ...BrokenImageOpen,
  name: 'Picture viewer: broken picture, dark',
  globals: { theme: 'dark' },
};

const pressLater: NonNullable<Story['play']> = async ({ canvasElement, userEvent }) =>
  userEvent.click(await findByRole(canvasElement, 'button', { name: 'Later' }));

export const ActionPending: Story = {
  name: 'Button pressed: pending',
  parameters: inFrame(340),
  args: { fields: allFields, handleAction: ({ detail }) => detail.waitUntil(new Promise(() => undefined)) },
  play: async (context) => {
    await pressLater(context);
    const later = await findByRole(context.canvasElement, 'button', { name: 'Later' });
    await waitFor(() => expect(later).toHaveAttribute('aria-busy', 'true'));
  },
};

export const ActionDone: Story = {
  name: 'Button pressed: done',
  parameters: inFrame(340),
  args: { fields: allFields, handleAction: ({ detail }) => detail.waitUntil(Promise.resolve()) },
  play: async (context) => {
    await pressLater(context);
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('Done.'));
  },
};

export const ActionFailed: Story = {
  name: 'Button pressed: error',
  parameters: inFrame(340),
  args: {
    fields: allFields,
    handleAction: ({ detail }) => detail.waitUntil(Promise.reject(new Error('no'))),
  },
  play: async (context) => {
    await pressLater(context);
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('Something went wrong'));
  },
};

const answerFields = {
  title: 'Jonas asks for Friday off',
  body: 'Two others of the team are there.',
  avatar: [picture('omar')],
  actionButtons: {
    primary: { name: 'Approve', url: '', onclickAction: 'approve' },
    secondary: { name: 'Reject', url: '', onclickAction: 'reject' },
  },
};

/** No other button can be pressed. */
export const AnswerUnderWay: Story = {
  name: 'Answer under way',
  parameters: inFrame(240),
  args: { fields: answerFields, handleAction: ({ detail }) => detail.answer(new Promise(() => undefined)) },
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'button', { name: 'Approve' })).click();
    await waitFor(() => expect(textOf(canvasElement)).toContain('In progress'));
  },
};

/** How and when it was answered stands in the place of the buttons. */
export const AnswerGiven: Story = {
  name: 'Answer given',
  parameters: inFrame(240),
  args: { fields: answerFields, handleAction: ({ detail }) => detail.answer('Approved') },
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'button', { name: 'Approve' })).click();
    await waitFor(() => expect(textOf(canvasElement)).toContain('Approved'));
  },
};

export const AnswerGivenRightToLeft: Story = {
  ...AnswerGiven,
  name: 'Answer given, right to left',
  globals: { language: 'ar', theme: 'dark' },
};

/** The buttons are back, with another try. */
export const AnswerFailed: Story = {
  name: 'Answer failed',
  parameters: inFrame(260),
  args: {
    fields: answerFields,
    handleAction: ({ detail }) => detail.answer(Promise.reject(new Error('no'))),
  },
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'button', { name: 'Approve' })).click();
    await findByRole(canvasElement, 'button', { name: 'Try again' });
  },
};
