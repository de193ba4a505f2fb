import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, render } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { Notification, NudgeInbox } from '../src/index.js';
import { findByRole, findPart } from './screen.js';
import { inFrame, storySession } from './support.js';

/** The elements on the pages of a company. */
const meta: Meta = {
  title: 'Examples/Pages',
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};
export default meta;

export const BellInHeader: StoryObj = {
  name: 'Bell in the header',
  parameters: inFrame(760),
  render: (_, { globals }) =>
    html`<div style="min-block-size: 320px; border-radius: 8px; background: light-dark(#fff, #17191f)">
      <header
        style="display: flex; align-items: center; gap: 20px; padding: 12px 20px; border-block-end: 1px solid light-dark(#e4e6eb, #2b2f39)"
      >
        <strong style="flex: 1">Harbour &amp; Pine</strong>
        <nav style="display: flex; gap: 16px">
          <a href="#shop" style="color: inherit">Shop</a>
          <a href="#orders" style="color: inherit">Orders</a>
        </nav>
        <nudge-bell .session=${storySession({}, globals)}></nudge-bell>
      </header>
      <main style="padding: 20px"><h1>Boots for all weathers</h1></main>
    </div>`,
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button'));
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};

export const InlineInbox: StoryObj = {
  name: 'Inbox in a page',
  globals: { data: 'few' },
  render: (_, { globals }) =>
    html`<main style="max-inline-size: 640px; margin-inline: auto">
      <h1>Your account</h1>
      <p>Your notifications since your last visit.</p>
      <nudge-inbox style="max-block-size: 70vh" .session=${storySession({}, globals)}></nudge-inbox>
    </main>`,
};

export const SettingsPage: StoryObj = {
  name: 'Settings page',
  render: (_, { globals }) =>
    html`<main style="max-inline-size: 560px; margin-inline: auto">
      <h1>Settings</h1>
      <p>Choose which notifications you receive. You can change this at any time.</p>
      <nudge-preferences
        heading="Notification settings"
        .session=${storySession({ groups: settings }, globals)}
      ></nudge-preferences>
    </main>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'switch');
  },
};

const settings = [
  { isGroupNotificationOff: false, section: 'Your orders' },
  { isGroupNotificationOff: false, section: 'From the shop' },
  {},
  { isGroupNotificationOff: true, section: 'From the shop' },
  { isRequired: true, section: 'Your orders' },
];

/** Notifications with pictures become custom cards; the others keep the default card. */
const renderPhotoCard = ({ payload }: Notification): unknown => {
  const [photo] = payload.attachmentsImage;
  if (!photo?.iconURL) return null;
  return html`<figure part="card" style="margin: 12px 16px">
    <img
      src=${photo.iconURL}
      alt=${photo.fallBackName ?? ''}
      style="inline-size: 100%; block-size: 140px; object-fit: cover; border-radius: 12px"
    />
    <figcaption style="padding-block-start: 8px; font-weight: 600">${payload.title}</figcaption>
  </figure>`;
};

export const CustomCard: StoryObj = {
  name: 'Custom cards',
  globals: { data: 'few' },
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .session=${storySession({}, globals)}
      .renderNotification=${renderPhotoCard}
    ></nudge-inbox>`,
};

/** An element is a child of the inbox: the styles of the page apply to it, and it keeps what was typed. */
const renderReplyCard: NonNullable<NudgeInbox['renderNotification']> = (
  { payload, isRead },
  { previous },
) => {
  if (payload.attachmentsImage.length > 0) return null;
  const card = previous instanceof HTMLElement ? previous : document.createElement('form');
  render(
    html`<p>${payload.title}</p>
      <label>Reply <input name="reply" /></label>
      <small>${isRead ? 'Read' : 'Unread'}</small>`,
    card,
  );
  card.className = 'reply-card';
  return card;
};

export const CustomCardStyledByPage: StoryObj = {
  name: 'Custom cards with the styles of the page',
  globals: { data: 'few' },
  render: (_, { globals }) =>
    html`<style>
        .reply-card {
          display: grid;
          gap: 8px;
          padding: 12px 16px;
          border-inline-start: 4px solid light-dark(#c2410c, #fb923c);
          background: light-dark(#fff7ed, #2a1c12);
        }

        .reply-card p {
          margin: 0;
          font-weight: 600;
        }
      </style>
      <nudge-inbox
        style="inline-size: min(400px, 100%); max-block-size: 640px"
        .session=${storySession({}, globals)}
        .renderNotification=${renderReplyCard}
      ></nudge-inbox>`,
};

export const CustomTheme: StoryObj = {
  name: 'Custom theme',
  globals: { data: 'few' },
  render: (_, { globals }) =>
    html`<style>
        .workshop {
          --nudge-accent: #0f6b4f;
          --nudge-surface: light-dark(#fffdf6, #1b1d19);
          --nudge-surface-hover: light-dark(#f7f2e4, #23261f);
          --nudge-surface-sunken: light-dark(#f1ead7, #2a2e26);
          --nudge-border: light-dark(#e5dcc3, #363b31);
          --nudge-radius: 4px;
          --nudge-control-radius: 2px;
          --nudge-avatar-radius: 6px;
          --nudge-font-family: Georgia, 'Noto Serif', serif;
        }

        .workshop nudge-inbox::part(heading) {
          font-style: italic;
        }

        .workshop nudge-inbox::part(tags) {
          text-transform: lowercase;
        }
      </style>
      <div class="workshop">
        <nudge-inbox
          style="inline-size: min(400px, 100%); max-block-size: 640px"
          .session=${storySession({}, globals)}
        ></nudge-inbox>
      </div>`,
};

/** The elements bring their own styles, and their own background. */
export const StylesReset: StoryObj = {
  name: 'Page that resets all styles',
  parameters: inFrame(480),
  globals: { data: 'empty' },
  render: (_, { globals }) =>
    html`<style>
        #storybook-root,
        #storybook-root * {
          all: unset !important;
        }

        html,
        body {
          background: black !important;
          color: black !important;
        }
      </style>
      <nudge-inbox .session=${storySession({}, globals)}></nudge-inbox>
      <nudge-notification
        notification-id="nowhere"
        .session=${storySession({}, globals)}
      ></nudge-notification>`,
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(findPart(canvasElement, 'empty')).toBeDefined());
    await waitFor(() => expect(findPart(canvasElement, 'failure')).toBeDefined());
  },
};
