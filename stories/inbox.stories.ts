import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { Notification, NudgeInbox } from '../src/index.js';
import { createService, type ServiceOptions } from './support.js';

interface Arguments {
  heading: string;
  filter: NudgeInbox['filter'];
  service: ServiceOptions;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Inbox',
  component: 'nudge-inbox',
  args: { heading: '', filter: 'all', service: {} },
  argTypes: {
    filter: { control: 'inline-radio', options: ['all', 'unread'] },
    service: { table: { disable: true } },
  },
  render: ({ heading, filter, service }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .heading=${heading || null}
      .filter=${filter}
      .session=${createService(service).session}
    ></nudge-inbox>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const inboxOf = (canvasElement: HTMLElement): ShadowRoot =>
  canvasElement.querySelector('nudge-inbox')!.shadowRoot!;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(inboxOf(canvasElement).querySelector('nudge-notification')).toBeTruthy());
  },
};

export const Dark: Story = { globals: { theme: 'dark' } };

export const RightToLeft: Story = { globals: { direction: 'rtl' } };

export const Unread: Story = { args: { filter: 'unread' } };

export const Empty: Story = { args: { service: { seed: 'empty' } } };

export const Loading: Story = {
  args: { service: { seed: 'empty', source: { load: () => new Promise(() => undefined) } } },
};

export const LoadingRecords: Story = {
  args: { service: { prepare: (sandbox) => (sandbox.latency = 600_000) } },
};

export const SignedOut: Story = {
  args: { service: { isSignedIn: false } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(inboxOf(canvasElement).textContent).toContain('confirm that it’s you'));
  },
};

export const SourceFails: Story = {
  args: { service: { seed: 'empty', source: { load: () => Promise.reject(new Error('down')) } } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(inboxOf(canvasElement).textContent).toContain('Try again'));
  },
};

export const ServiceDown: Story = { args: { service: { prepare: (sandbox) => (sandbox.offline = true) } } };

export const SomeFail: Story = {
  args: {
    service: { count: 6, unknownIds: ['nowhere'], prepare: (sandbox) => sandbox.failNext('truncated', 2) },
  },
};

export const MarkAllRead: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const root = inboxOf(canvasElement);
    const button = root.querySelector<HTMLElement>('[aria-label="Mark all as read"]')!;
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  },
};

export const Dismissed: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const root = inboxOf(canvasElement);
    const rows = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[role=article]')];
    await waitFor(() => expect(rows()[0]?.querySelector('nudge-notification')).toBeTruthy());
    const title = rows()[0]!.ariaLabel;
    rows()[0]!.focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(rows()[0]!.ariaLabel).not.toBe(title));
    await expect(root.querySelector('.undo')).toHaveTextContent('Dismissed');
  },
};

export const DismissedAndUndone: Story = {
  play: async (context) => {
    await Dismissed.play?.(context);
    const root = inboxOf(context.canvasElement);
    await context.userEvent.click(root.querySelector<HTMLElement>('.undo button')!);
    await waitFor(() => expect(root.querySelector('.undo')).toBeNull());
    await expect(root.activeElement?.ariaLabel).toContain('Your parcel is out for delivery');
  },
};

export const NewOnesWait: Story = {
  render: ({ service }) => {
    const { sandbox, session } = createService(service);
    const arrive = (): void => session.notifications.add([sandbox.addNotification().id]);
    return html`<nudge-inbox
        style="inline-size: min(400px, 100%); max-block-size: 560px"
        .session=${session}
      ></nudge-inbox>
      <p><button @click=${arrive}>Send one</button></p>`;
  },
  play: async ({ canvasElement, userEvent }) => {
    const root = inboxOf(canvasElement);
    await waitFor(() => expect(root.querySelector('.loaded')).toBeTruthy());
    root.querySelector<HTMLElement>('[role=article]')!.focus();
    canvasElement.querySelector<HTMLElement>('p button')!.dispatchEvent(new MouseEvent('click'));
    await waitFor(() => expect(root.querySelector('.arrivals')).toHaveTextContent('1 new notification'));
    await userEvent.click(root.querySelector<HTMLElement>('.arrivals')!);
    await waitFor(() => expect(root.querySelector('.arrivals')).toBeNull());
  },
};

export const OneTag: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const root = inboxOf(canvasElement);
    const tag = (): HTMLElement | null | undefined =>
      [...root.querySelectorAll('nudge-notification')]
        .map((card) => card.shadowRoot?.querySelector<HTMLElement>('button.tag'))
        .find(Boolean);
    await waitFor(() => expect(tag()).toBeTruthy());
    await userEvent.click(tag()!);
    await waitFor(() => expect(root.querySelectorAll('.filter')).toHaveLength(3));
  },
};

export const OwnWordsAndCards: Story = {
  render: ({ service }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .session=${createService(service).session}
      .renderNotification=${({ payload, isRead }: Notification) =>
        isRead ? html`<p style="margin: 0; padding: 12px 16px">${payload.title}</p>` : null}
    >
      <span slot="header">What is new</span>
      <p slot="footer" style="margin: 0; padding: 12px 16px"><a href="#all">All notifications</a></p>
    </nudge-inbox>`,
};

export const Narrow: Story = {
  render: ({ service }) =>
    html`<nudge-inbox
      style="inline-size: 288px; max-block-size: 640px"
      .session=${createService(service).session}
    ></nudge-inbox>`,
};
