import type { ArgTypes, Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { referenceGroups } from './reference.js';
import { findByRole, textOf } from './screen.js';
import { colourTokens, tokens } from './manifest.js';
import { createRecord, storySession } from './support.js';

const allFields = {
  title: 'Quarterly report is ready for review',
  subTitle: 'Finance · Q3 close',
  body: 'Two figures on page 4 changed since Tuesday; please confirm them before noon.',
  avatar: [{ iconURL: '', fallBackName: 'Amelia Moss', iconRedirectURL: '' }],
  attachmentsImage: [{ iconURL: '/pictures/photo-lake.svg', fallBackName: 'A lake', iconRedirectURL: '' }],
  attachments: [{ type: 'pdf', fileName: 'q3-report-final.pdf', url: '/files/invoice-2025-10.pdf' }],
  tags: [{ tagName: 'Finance', url: '', icon: '' }],
  actionButtons: {
    primary: { name: 'Review', url: '', onclickAction: 'review' },
    secondary: { name: 'Later', url: '', onclickAction: 'remind' },
  },
};

/** All elements side by side. Change a value below to see its effect. */
const meta: Meta = {
  title: 'Design/Custom properties',
  globals: { data: 'reference' },
  loaders: [async () => ({ record: await createRecord(allFields) })],
};
export default meta;

const renderScene = (globals: Record<string, unknown>, record: unknown, style: string) =>
  html`<div
    style="display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); align-items: start; gap: 16px; ${style}"
  >
    <nudge-inbox style="max-block-size: 560px" .session=${storySession({}, globals)}></nudge-inbox>
    <div style="display: grid; gap: 16px">
      <div style="display: flex; gap: 16px; align-items: center">
        <nudge-bell .session=${storySession({}, globals)}></nudge-bell>
        <nudge-avatar name="Amelia Moss"></nudge-avatar>
      </div>
      <nudge-preferences
        .session=${storySession({ groups: referenceGroups }, { ...globals, failures: 'preferences' })}
      ></nudge-preferences>
    </div>
    <nudge-notification .record=${record}></nudge-notification>
  </div>`;

const tokenControls: ArgTypes = Object.fromEntries(
  tokens.map((token) => [
    token.name,
    {
      description: token.description ?? '',
      control: { type: colourTokens.includes(token) ? 'color' : 'text' },
      table: {
        category: 'custom properties',
        ...(token.default && { defaultValue: { summary: token.default } }),
      },
    },
  ]),
);

export const Tokens: StoryObj<Record<string, string>> = {
  name: 'All elements',
  argTypes: tokenControls,
  render: (args, { globals, loaded }) => {
    const style = Object.entries(args).map(([name, value]) => (value ? `${name}: ${value}` : ''));
    return renderScene(globals, loaded.record, style.join('; '));
  },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'switch', { name: 'Billing' }));
    await waitFor(() => expect(textOf(canvasElement)).toContain('Couldn’t save'));
  },
};

/** A theme that changes the most common custom properties. */
export const TokensChanged: StoryObj<Record<string, string>> = {
  ...Tokens,
  name: 'Changed',
  args: {
    '--nudge-accent': '#0f6b4f',
    '--nudge-radius': '4px',
    '--nudge-control-radius': '2px',
    '--nudge-avatar-radius': '6px',
    '--nudge-avatar-size': '56px',
    '--nudge-font-size': '16px',
  },
};
