import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeAvatar } from '../src/index.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { textOf } from './screen.js';
import { inFrame } from './support.js';

const meta: Meta<NudgeAvatar> = {
  title: 'Elements/Avatar',
  component: 'nudge-avatar',
  args: { name: 'Amelia Moss', src: '' },
  parameters: { controls: { include: ['name', 'src'] }, docs: { page: ElementPage } },
};
export default meta;

type Story = StoryObj<NudgeAvatar>;

export const Picture: Story = { args: { src: '/pictures/amelia.svg' } };

export const Anatomy: Story = {
  parameters: inFrame(160, 720),
  render: ({ name }) =>
    html`<part-figure tag="nudge-avatar"><nudge-avatar .name=${name}></nudge-avatar></part-figure>`,
  play: ({ canvasElement }) => markParts(canvasElement),
};

export const Initials: Story = {};

export const SingleName: Story = { name: 'Single name', args: { name: 'amelia' } };

export const Abbreviation: Story = { args: { name: 'HQ' } };

export const BrokenPicture: Story = {
  name: 'Broken picture',
  args: { src: '/pictures/nowhere.svg' },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(textOf(canvasElement)).toContain('AM'));
  },
};

export const NoName: Story = { name: 'No name', args: { name: '' } };

export const Emoji: Story = { args: { name: '👩‍🚀 Ann' } };

export const OtherScripts: Story = {
  name: 'Other scripts',
  render: () => html`
    <nudge-avatar name="عمر حداد"></nudge-avatar>
    <nudge-avatar name="李 美"></nudge-avatar>
    <nudge-avatar name="Ægir Ødegård"></nudge-avatar>
  `,
};

export const SizeAndCorners: Story = {
  name: 'Size and corners',
  render: () => html`
    <nudge-avatar name="Amelia Moss" style="--nudge-avatar-size: 24px"></nudge-avatar>
    <nudge-avatar name="Amelia Moss" style="--nudge-avatar-size: 64px"></nudge-avatar>
    <nudge-avatar
      src="/pictures/shop.svg"
      style="--nudge-avatar-size: 64px; --nudge-avatar-radius: 12px"
    ></nudge-avatar>
  `,
};

export const Dark: Story = { globals: { theme: 'dark' } };
