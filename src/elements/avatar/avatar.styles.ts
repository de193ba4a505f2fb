import { css, type CSSResult } from 'lit';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';

/**
 * The width and height of the avatars of one notification, at least as large as a pointer needs, and the width of their column, with
 * the gap beside it.
 */
export const avatarSize: CSSResult = css`
  :host {
    --_avatar-size: max(24px, var(--nudge-avatar-size, calc(40px * var(--_density))));
    --_avatar-column: calc(var(--_avatar-size) * var(--_has-avatars, 1));
    --_avatar-gap: calc(12px * var(--_has-avatars, 1));
  }

  :host([avatars='none']) {
    --_has-avatars: 0;
    --_avatar-display: none;
  }
`;

/** The styles of an avatar, for every shadow root that renders one. */
export const avatarStyles: CSSResult = css`
  .avatar {
    display: grid;
    place-items: center;
    inline-size: var(--_avatar-size);
    block-size: var(--_avatar-size);
    overflow: hidden;
    outline: 1px solid transparent;
    outline-offset: -1px;
    border-radius: var(--nudge-avatar-radius, 50%);
    background: #dbe6ff;
    color: #1f3f9a;
    font-size: calc(var(--_avatar-size) * 0.36);
    font-weight: 600;
    line-height: 1;
    white-space: nowrap;
    -webkit-user-select: none;
    user-select: none;
  }

  .hue-1 {
    background: #f6c9b6;
    color: #5c2410;
  }

  .hue-2 {
    background: #d8f0e0;
    color: #155232;
  }

  /* What it is about, rather than who. */
  .topic {
    background: color-mix(in srgb, var(--_accent-tint, var(--_accent-text)) 22%, var(--_surface));
    color: var(--_accent-text);
  }

  .topic img {
    scale: 0.55;
    object-fit: contain !important;
  }

  .avatar img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .avatar svg {
    inline-size: 60%;
    block-size: 60%;
  }
`;

export const avatarElementStyles: CSSResult[] = [
  tokens,
  base,
  avatarStyles,
  css`
    :host {
      --_avatar-size: var(--nudge-avatar-size, 40px);
      display: inline-block;
      inline-size: var(--_avatar-size);
      block-size: var(--_avatar-size);
    }

    .root,
    .avatar {
      inline-size: 100%;
      block-size: 100%;
    }
  `,
];
