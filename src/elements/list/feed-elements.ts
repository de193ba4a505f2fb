import type { LitElement } from 'lit';

/** The rows of notifications. Direct children only, since a card of the page may contain articles of its own. */
export const articleSelector = '.feed > [role=article]';

/** Finds the elements to observe. None in a detached list, since an observer would keep it in memory. */
export function findAll({ isConnected, renderRoot }: LitElement, selector: string): HTMLElement[] {
  return isConnected ? [...renderRoot.querySelectorAll<HTMLElement>(selector)] : [];
}

export const findList = ({ renderRoot }: LitElement): Element | null => renderRoot.querySelector('.list');

/** The id of the notification that a row shows. */
export const idOf = (row: Element): string => row.getAttribute('data-id') ?? '';

/** The ids of the notifications in these rows; other rows have none. */
export const idsOf = (rows: readonly Element[]): string[] => rows.map(idOf).filter(Boolean);
