import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { expect, waitFor } from 'storybook/test';
import { findByRole, textOf } from './screen.js';
import { createService, type StoryService } from './support.js';

const renderFirst = ({ sandbox, session }: StoryService) =>
  html`<nudge-notification
    style="max-width: 400px"
    notification-id=${sandbox.notificationIds()[0] ?? 'nowhere'}
    .session=${session}
  ></nudge-notification>`;

/** A notification that is loaded by its id. */
const meta: Meta = {
  title: 'Elements/Notification/By id',
  render: (_, { globals }) =>
    html`${guard(Object.values(globals), () => renderFirst(createService({}, globals)))}`,
};
export default meta;

export const Loading: StoryObj = { globals: { latency: 'never' } };

export const Failed: StoryObj = {
  name: 'Error',
  render: () => renderFirst(createService({ prepare: (sandbox) => sandbox.failNext('truncated', Infinity) })),
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Try again' });
  },
};

/** The service does not know the id. */
export const Missing: StoryObj = {
  name: 'Not found',
  globals: { data: 'empty' },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(textOf(canvasElement)).toContain('This notification is no longer available.'));
  },
};
