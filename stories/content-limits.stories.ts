import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect } from 'storybook/test';
import type { Notification } from '../src/index.js';
import type { NotificationFields } from '../src/sandbox.js';
import * as extreme from './extreme.js';
import { allByRole, findByRole, textOf } from './screen.js';
import { createRecord } from './support.js';

interface Arguments {
  fields: NotificationFields;
}

const meta: Meta<Arguments> = {
  title: 'Content/Limits',
  argTypes: { fields: { control: 'object' } },
  loaders: [async ({ args }) => ({ record: await createRecord(args.fields) })],
  render: (_, { loaded }) =>
    html`<nudge-notification
      style="max-width: 400px"
      .record=${(loaded as { record: Notification }).record}
    ></nudge-notification>`,
};
export default meta;

type Story = StoryObj<Arguments>;

export const LongText: Story = { args: { fields: extreme.longText } };

export const LongTextExpanded: Story = {
  args: { fields: extreme.longText },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Show more' }));
    await findByRole(canvasElement, 'button', { name: 'Show less' });
  },
};

export const LongTextWithLink: Story = {
  args: { fields: { ...extreme.longText, itemRedirect: '/reports' } },
};

export const LongNames: Story = { args: { fields: extreme.longNames } };

export const ManyOfEach: Story = { args: { fields: extreme.manyOfEach } };

export const ManyOfEachExpanded: Story = {
  args: { fields: extreme.manyOfEach },
  play: async ({ canvasElement, userEvent }) => {
    for (const list of ['Files', 'Tags']) {
      const element = await findByRole(canvasElement, 'list', { name: list });
      await userEvent.click(await findByRole(element, 'button', { name: '47 more' }));
      await findByRole(element, 'button', { name: 'Show less' });
    }
  },
};

export const HostileText: Story = {
  args: { fields: extreme.hostileText },
  play: async ({ canvasElement }) => {
    await expect(textOf(canvasElement)).toContain('<img src=x onerror=alert(1)>');
  },
};

export const HostileLinks: Story = {
  args: { fields: extreme.hostileLinks },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article');
    await expect(allByRole(canvasElement, 'link')).toHaveLength(0);
  },
};

export const BidiControls: Story = { args: { fields: extreme.bidiControls } };

export const EmptyFields: Story = { args: { fields: extreme.emptyFields } };

export const WrongTypes: Story = {
  args: { fields: extreme.wrongTypes },
  play: async ({ canvasElement }) => {
    await expect(textOf(canvasElement)).toContain('The only valid tag');
  },
};

export const OtherScripts: Story = { args: { fields: extreme.otherScripts } };
