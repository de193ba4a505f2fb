import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeBell } from '../src/index.js';
import { createService, type ServiceOptions } from './support.js';

interface Arguments {
  placement: NudgeBell['placement'];
  maxCount: number;
  label: string;
  service: ServiceOptions;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Bell',
  component: 'nudge-bell',
  args: { placement: 'bottom-start', maxCount: 99, label: '', service: { count: 8 } },
  argTypes: {
    placement: { control: 'select', options: ['bottom-end', 'bottom-start', 'top-end', 'top-start'] },
    service: { table: { disable: true } },
  },
  render: ({ placement, maxCount, label, service }) =>
    html`<div style="min-block-size: 640px">
      <nudge-bell
        .placement=${placement}
        .maxCount=${maxCount}
        .label=${label || null}
        .session=${createService(service).session}
      ></nudge-bell>
    </div>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const bellOf = (canvasElement: HTMLElement): ShadowRoot =>
  canvasElement.querySelector('nudge-bell')!.shadowRoot!;

export const WithUnread: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(bellOf(canvasElement).querySelector('.badge')).toBeTruthy());
  },
};

export const NothingUnread: Story = { args: { service: { seed: 'empty' } } };

export const MoreThanItShows: Story = {
  args: { maxCount: 2 },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(bellOf(canvasElement).querySelector('.badge')).toHaveTextContent('2+'));
  },
};

export const Open: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const root = bellOf(canvasElement);
    await userEvent.click(root.querySelector('button')!);
    await waitFor(() =>
      expect(root.querySelector('nudge-inbox')?.shadowRoot?.querySelector('nudge-notification')).toBeTruthy(),
    );
    await expect(root.querySelector('button')).toHaveAttribute('aria-expanded', 'true');
    // Half appeared, its colours would be those of a ghost.
    await Promise.all(
      root
        .querySelector('dialog')!
        .getAnimations()
        .map(({ finished }) => finished),
    );
  },
};

export const OpenDark: Story = { ...Open, globals: { theme: 'dark' } };

export const OpenRightToLeft: Story = { ...Open, globals: { direction: 'rtl' } };

export const ClosedByEscape: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const root = bellOf(canvasElement);
    const bell = root.querySelector('button')!;
    await userEvent.click(bell);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(bell).toHaveAttribute('aria-expanded', 'false'));
    await expect(root.activeElement).toBe(bell);
  },
};

export const InAHeader: Story = {
  args: { placement: 'bottom-end' },
  render: ({ service, placement }) =>
    html`<header
      style="display: flex; align-items: center; gap: 16px; padding: 12px 20px; min-block-size: 640px; align-content: start; flex-wrap: wrap"
    >
      <strong style="flex: 1">Fieldnote Supply</strong>
      <nudge-bell .placement=${placement} .session=${createService(service).session}></nudge-bell>
    </header>`,
};
