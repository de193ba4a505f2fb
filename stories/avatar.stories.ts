import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { NudgeAvatar } from '../src/index.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
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

/** Of two names, one name, an abbreviation, a name with an emoji, other scripts, and no name. */
export const Initials: Story = {
  render: () =>
    html`${['Amelia Moss', 'amelia', 'HQ', '👩‍🚀 Ann', 'عمر حداد', '李 美', 'Ægir Ødegård', ''].map(
      (name) => html`<nudge-avatar .name=${name}></nudge-avatar> `,
    )}`,
};

export const InitialsDark: Story = { ...Initials, name: 'Initials: dark', globals: { theme: 'dark' } };

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
