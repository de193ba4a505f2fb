import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';
import { expect, waitFor } from 'storybook/test';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { inFrame } from './support.js';

interface Arguments {
  badge: 'unseen' | 'unread';
  maxCount: number;
  label: string;
  /** What the address of the counts responds with. */
  counts: { unreadCount: number; unseenCount: number };
}

/** A response as the address of the counts sends it, without a server. */
const addressOf = (counts: Arguments['counts']): string =>
  URL.createObjectURL(new Blob([JSON.stringify(counts)], { type: 'application/json' }));

const meta: Meta<Arguments> = {
  title: 'Elements/Badge',
  component: 'nudge-badge',
  args: {
    badge: 'unseen',
    maxCount: 99,
    label: '{count} new notifications',
    counts: { unreadCount: 5, unseenCount: 3 },
  },
  argTypes: {
    badge: { control: 'select', options: ['unseen', 'unread'] },
    counts: { table: { disable: true } },
  },
  parameters: { controls: { include: ['badge', 'maxCount', 'label'] }, docs: { page: ElementPage } },
  render: ({ badge, maxCount, label, counts }): TemplateResult =>
    html`<a href="#notifications"
      >Notifications
      <nudge-badge
        count-url=${addressOf(counts)}
        badge=${badge}
        max-count=${maxCount}
        label=${label}
      ></nudge-badge
    ></a>`,
};
export default meta;
type Story = StoryObj<Arguments>;

const linkIn = (canvas: HTMLElement): HTMLElement => {
  const link = canvas.querySelector('a');
  if (!link) throw new Error('There is no link.');
  return link;
};

const expectText = (canvas: HTMLElement, text: string): Promise<void> =>
  waitFor(() => {
    const badge = canvas.querySelector('nudge-badge');
    return expect(badge?.shadowRoot?.textContent).toBe(text);
  });

export const Unseen: Story = {
  play: async ({ canvasElement }) => expectText(canvasElement, '33 new notifications'),
};

export const Anatomy: Story = {
  parameters: inFrame(160, 720),
  render: ({ label, counts }) =>
    html`<part-figure tag="nudge-badge">
      <nudge-badge count-url=${addressOf(counts)} label=${label}></nudge-badge>
    </part-figure>`,
  play: async ({ canvasElement }) => {
    await expectText(canvasElement, '33 new notifications');
    await markParts(canvasElement);
  },
};

export const Unread: Story = {
  args: { badge: 'unread', label: '{count} unread notifications' },
  play: async ({ canvasElement }) => expectText(canvasElement, '55 unread notifications'),
};

export const Many: Story = {
  args: { counts: { unreadCount: 120, unseenCount: 120 } },
  play: async ({ canvasElement }) => expectText(canvasElement, '99+120 new notifications'),
};

/** Without a number, it takes no room. */
export const NothingNew: Story = {
  args: { counts: { unreadCount: 2, unseenCount: 0 } },
  play: async ({ canvasElement }) => {
    await expectText(canvasElement, '');
    await expect(linkIn(canvasElement).querySelector('nudge-badge')?.getBoundingClientRect().width).toBe(0);
  },
};
