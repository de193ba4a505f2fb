import { css, type CSSResult } from 'lit';

/** The width and height of the avatars of one notification, at least as large as a pointer needs. */
export const avatarSize: CSSResult = css`
  :host {
    --_avatar-size: max(24px, var(--nudge-avatar-size, calc(40px * var(--_density))));
  }
`;
