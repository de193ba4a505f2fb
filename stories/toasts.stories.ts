import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeToasts } from '../src/index.js';
import '../src/toasts.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { findByRole } from './screen.js';
import { createService, inFrame, type StoryService } from './support.js';

interface Arguments {
  placement: NudgeToasts['placement'];
  duration: number;
  max: number;
  /** How many notifications arrive. */
  arrivals: number;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Toasts',
  component: 'nudge-toasts',
  // So that they stay while they are looked at.
  args: { placement: 'bottom-end', duration: 0, max: 3, arrivals: 1 },
  argTypes: {
    placement: { control: 'select', options: ['bottom-end', 'bottom-start', 'top-end', 'top-start'] },
    arrivals: { table: { disable: true } },
  },
  parameters: {
    controls: { include: ['placement', 'duration', 'max'] },
    ...inFrame(560),
    docs: { ...inFrame(560).docs, page: ElementPage },
  },
  // Each story is a site of its own: on a page with several, only one would have the lock.
  beforeEach: () => {
    Reflect.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    return () => Reflect.deleteProperty(navigator, 'locks');
  },
  loaders: [({ globals }) => createService({}, { ...globals, data: 'empty' })],
  render: ({ placement, duration, max }, { loaded }) =>
    renderPage(
      loaded as StoryService,
      html`<nudge-toasts
        .placement=${placement}
        .duration=${duration}
        .max=${max}
        .session=${(loaded as StoryService).session}
      ></nudge-toasts>`,
    ),
  play: async ({ args, loaded, canvasElement }) => {
    addArrivals(loaded as StoryService, args.arrivals);
    await waitForToasts(canvasElement, Math.min(args.arrivals, args.max));
  },
};
export default meta;

type Story = StoryObj<Arguments>;

const texts = [
  {
    title: 'Your parcel is out for delivery',
    body: 'Between 14:00 and 16:00. The courier calls ten minutes before.',
  },
  { title: 'Ann has answered your question', body: '“I took half a size up, and can wear thick socks.”' },
  { title: 'The walking boots are back in stock', body: 'In your size, and two others.' },
];

function addArrivals({ sandbox, session }: StoryService, count: number): void {
  const ids = Array.from({ length: count }, (_, index) => {
    return sandbox.addNotification({ payload: texts[index % texts.length]! }).id;
  });
  session.notifications.add(ids);
}

/** The toasts of a page with a button that adds a notification. */
function renderPage(service: StoryService, toasts: TemplateResult): TemplateResult {
  return html`<button @click=${() => addArrivals(service, 1)}>Add a notification</button>${toasts}`;
}

/** Waits for the toasts: only one tab shows them, and a story that is tested in the background may not be that one. */
async function waitForToasts(canvasElement: HTMLElement, count: number): Promise<void> {
  const toasts = canvasElement.querySelector('nudge-toasts')!;
  await waitFor(() =>
    expect(toasts.shadowRoot?.querySelectorAll('[part=toasts] [role=article]')).toHaveLength(count),
  );
}

export const Single: Story = {};

/** What is shown stays in its place; what comes beyond `max` is counted. */
export const BeyondMaximum: Story = {
  name: 'Beyond the maximum',
  args: { arrivals: 50 },
  play: async (context) => {
    addArrivals(context.loaded as unknown as StoryService, 50);
    await waitForToasts(context.canvasElement, 3);
    await findByRole(context.canvasElement, 'button', { name: '47 more notifications' });
  },
};

export const Dark: Story = { args: { arrivals: 2 }, globals: { theme: 'dark' } };

export const RightToLeft: Story = {
  name: 'Right-to-left',
  args: { arrivals: 2 },
  globals: { language: 'ar', direction: 'rtl' },
};

/** The parts that a toast leaves out, or that cover the figure. */
const elsewhere = {
  answer: 'Notification: Answer given',
  important: 'Inbox: Important and pinned',
  time: 'Notification: Anatomy',
  files: 'Notification: Anatomy',
  tags: 'Notification: Anatomy',
  viewer: 'Notification: Picture viewer',
};

export const Anatomy: Story = {
  parameters: inFrame(720, 720),
  args: { max: 1 },
  render: ({ duration, max }, { loaded }) =>
    html`<part-figure tag="nudge-toasts" style="flex: 1" .elsewhere=${elsewhere}>
      <nudge-toasts
        .duration=${duration}
        .max=${max}
        .session=${(loaded as StoryService).session}
      ></nudge-toasts>
    </part-figure>`,
  play: async ({ loaded, canvasElement }) => {
    const { sandbox, session } = loaded as unknown as StoryService;
    const { id } = sandbox.addNotification({
      payload: {
        title: 'Your custom order is ready',
        subTitle: 'Order 77',
        body: 'Pick it up, or let us send it.',
        attachmentsImage: [{ fallBackName: 'The reading lamp', iconURL: '/pictures/photo-lamp.svg' }],
        actionButtons: { primary: { name: 'Send it', onclickAction: 'send' } },
      },
    });
    session.notifications.add([id, sandbox.addNotification().id]);
    await waitForToasts(canvasElement, 1);
    await findByRole(canvasElement, 'button', { name: 'Send it' });
    await markParts(canvasElement);
  },
};
