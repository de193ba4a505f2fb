import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect } from 'storybook/test';
import type { Notification } from '../src/index.js';
import type { NotificationFields } from '../src/sandbox.js';
import * as extreme from './extreme.js';
import { allByRole, findByRole, textOf } from './screen.js';
import { createRecord, inFrame } from './support.js';

interface Arguments {
  fields: NotificationFields;
}

const meta: Meta<Arguments> = {
  title: 'Design/Content limits',
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

export const LongText: Story = { name: 'Long text', args: { fields: extreme.longText } };

export const LongTextExpanded: Story = {
  name: 'Long text: expanded',
  parameters: inFrame(760),
  args: { fields: extreme.longText },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Show more' }));
    await findByRole(canvasElement, 'button', { name: 'Show less' });
  },
};

export const LongTextWithLink: Story = {
  name: 'Long text with a link',
  args: { fields: { ...extreme.longText, itemRedirect: '/reports' } },
};

export const LongNames: Story = { name: 'Long names', args: { fields: extreme.longNames } };

export const ManyOfEach: Story = { name: 'Many of each', args: { fields: extreme.manyOfEach } };

export const ManyOfEachExpanded: Story = {
  name: 'Many of each: expanded',
  parameters: inFrame(760),
  args: { fields: extreme.manyOfEach },
  play: async ({ canvasElement, userEvent }) => {
    for (const list of ['Files', 'Tags']) {
      const element = await findByRole(canvasElement, 'list', { name: list });
      await userEvent.click(await findByRole(element, 'button', { name: '57 more' }));
      await userEvent.click(await findByRole(element, 'button', { name: '10 more' }));
      await findByRole(element, 'button', { name: 'Show less' });
    }
  },
};

export const HostileText: Story = {
  name: 'Hostile text',
  args: { fields: extreme.hostileText },
  play: async ({ canvasElement }) => {
    await expect(textOf(canvasElement)).toContain('<img src=x onerror=alert(1)>');
  },
};

export const HostileLinks: Story = {
  name: 'Unsafe links',
  args: { fields: extreme.hostileLinks },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article');
    await expect(allByRole(canvasElement, 'link')).toHaveLength(0);
  },
};

export const BidiControls: Story = { name: 'Bidi controls', args: { fields: extreme.bidiControls } };

export const EmptyFields: Story = { name: 'Empty fields', args: { fields: extreme.emptyFields } };

export const WrongTypes: Story = {
  name: 'Wrong types',
  args: { fields: extreme.wrongTypes },
  play: async ({ canvasElement }) => {
    await expect(textOf(canvasElement)).toContain('The only valid tag');
  },
};

export const OtherScripts: Story = { name: 'Other scripts', args: { fields: extreme.otherScripts } };
