import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { Notification } from '../src/index.js';
import type { NotificationFields } from '../src/sandbox.js';
import * as extreme from './extreme.js';
import { findByRole } from './screen.js';
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

export const LongNames: Story = { name: 'Long names', args: { fields: extreme.longNames } };

export const ManyOfEach: Story = { name: 'Many of each', args: { fields: extreme.manyOfEach } };

export const ManyOfEachExpanded: Story = {
  name: 'Many of each: expanded',
  parameters: inFrame(760),
  args: { fields: extreme.manyOfEach },
  play: async ({ canvasElement, userEvent }) => {
    for (const name of ['Files', 'Tags']) {
      const list = await findByRole(canvasElement, 'list', { name });
      await userEvent.click(await findByRole(list, 'button', { name: '17 more' }));
      await findByRole(list, 'button', { name: 'Show less' });
    }
  },
};

export const HostileText: Story = { name: 'Hostile text', args: { fields: extreme.hostileText } };

export const HostileLinks: Story = { name: 'Unsafe links', args: { fields: extreme.hostileLinks } };

export const BidiControls: Story = { name: 'Bidi controls', args: { fields: extreme.bidiControls } };

export const EmptyFields: Story = { name: 'Empty fields', args: { fields: extreme.emptyFields } };

export const WrongTypes: Story = { name: 'Wrong types', args: { fields: extreme.wrongTypes } };

export const OtherScripts: Story = { name: 'Other scripts', args: { fields: extreme.otherScripts } };
