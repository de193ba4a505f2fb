import { css, type CSSResult } from 'lit';

/** The tabs. The filters below them, which otherwise look like tabs, are rounded. */
export const tabBarStyles: CSSResult = css`
  .tabs {
    display: flex;
    flex: none;
    gap: 16px;
    overflow-x: auto;
    padding-inline: 16px;
    border-block-end: 1px solid var(--_border);
    scrollbar-width: none;
  }

  .tab {
    white-space: nowrap;
  }

  .tabs + .filter-row > .filters {
    align-items: center;
  }

  .tabs + .filter-row > .filters > [role='group'] {
    gap: 4px;
    margin-inline-start: -6px;
  }

  .tabs + .filter-row > .filters .filter {
    padding: 3px 10px;
    margin-block: 5px;
    margin-inline: 0;
    border: 1px solid transparent;
    border-radius: var(--_control-radius);
  }

  .tabs + .filter-row > .filters .filter[aria-pressed='true'] {
    background: var(--_surface-sunken);
  }

  .tabs + .filter-row > .filters .filter:not([aria-pressed='true']) {
    border: 0;
    padding: 4px 11px;
  }

  .loading-on {
    padding: 14px 16px 0;
    color: var(--_text-muted);
    font-size: 0.93em;
    text-align: center;
  }
`;
