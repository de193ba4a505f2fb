import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { findByRole, textOf } from './screen.js';
import { inFrame, storySession } from './support.js';

/**
 * With `layout="page"`, an inbox is a page of its own: a press shows the whole notification, beside the list if there is
 * room for both, and a search covers what is loaded.
 */
const meta: Meta = {
  title: 'Elements/Inbox/Full page',
  parameters: inFrame(690, 1000),
  globals: { data: 'few' },
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="block-size: 640px"
      layout="page"
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
  play: async (context) => {
    await findList(context);
  },
};
export default meta;

type Context = Parameters<NonNullable<StoryObj['play']>>[0];

const dark = { theme: 'dark', data: 'few' };
const mobile = { viewport: { value: 'mobile1' }, data: 'few' };

const parcel = 'Your parcel is out for delivery';

/** What makes it a full page loads on demand. */
async function findList({ canvasElement }: Context): Promise<HTMLElement> {
  await findByRole(canvasElement, 'searchbox', { name: 'Search notifications' });
  return findByRole(canvasElement, 'article', { name: `Unread: ${parcel}` });
}

async function search(context: Context, text: string): Promise<void> {
  await findList(context);
  const { canvasElement, userEvent } = context;
  await userEvent.type(await findByRole(canvasElement, 'searchbox'), text);
  await waitFor(() => expect(textOf(canvasElement)).toContain('of 3 loaded notifications'));
}

export const List: StoryObj = {};

export const ListDark: StoryObj = { name: 'List: dark', globals: dark };

export const ListNarrow: StoryObj = { name: 'List: mobile', parameters: inFrame(690), globals: mobile };

export const Detail: StoryObj = {
  name: 'Notification shown',
  play: async (context) => {
    (await findList(context)).focus();
    const { canvasElement, userEvent } = context;
    await userEvent.keyboard('{Enter}');
    await findByRole(canvasElement, 'region', { name: parcel });
  },
};

export const DetailDark: StoryObj = { ...Detail, name: 'Notification shown: dark', globals: dark };

/** It takes the place of the list, and a button leads back. */
export const DetailNarrow: StoryObj = {
  ...Detail,
  name: 'Notification shown: mobile',
  parameters: inFrame(690),
  globals: mobile,
};

export const DetailNarrowDark: StoryObj = {
  ...DetailNarrow,
  name: 'Notification shown: mobile, dark',
  globals: { ...mobile, ...dark },
};

/** The search covers what is loaded, and says so. */
export const Search: StoryObj = { play: (context) => search(context, 'lamp') };

export const SearchEmpty: StoryObj = {
  name: 'Search: empty',
  play: (context) => search(context, 'harpsichord'),
};
