import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, waitFor } from 'storybook/test';
import type { NudgeAvatar } from '../src/index.js';

const meta: Meta<NudgeAvatar> = {
  title: 'Elements/Avatar',
  component: 'nudge-avatar',
  args: { name: 'Amelia Moss' },
};
export default meta;

type Story = StoryObj<NudgeAvatar>;

export const Picture: Story = { args: { src: '/pictures/amelia.svg' } };

export const Initials: Story = {};

export const BrokenPicture: Story = {
  args: { src: '/pictures/nowhere.svg' },
  play: async ({ canvasElement }) => {
    const avatar = canvasElement.querySelector('nudge-avatar');
    await waitFor(() => expect(avatar?.shadowRoot?.textContent.trim()).toBe('AM'));
  },
};

export const NoName: Story = { args: { name: '' } };

export const Emoji: Story = { args: { name: '👩‍🚀 Ann' } };
