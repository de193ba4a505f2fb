import { html } from 'hono/html';
import type { JobDetail, Page } from '../../../src/server.js';

/** Markup with all values escaped. */
export type Html = ReturnType<typeof html>;

export interface Column<Row> {
  name: string;
  show(row: Row): unknown;
  isNumber?: boolean;
}

/** The first column has the row headers. The container is focusable so that it can be scrolled by keyboard. */
export function table<Row>(
  id: string,
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  const cell = (row: Row, { show, isNumber }: Column<Row>, index: number) =>
    index === 0
      ? html`<th scope="row">${show(row)}</th>`
      : html`<td class="${isNumber ? 'number' : ''}">${show(row)}</td>`;
  return html`<div class="table" role="region" aria-labelledby="${id}" tabindex="0">
    <table>
      <caption id="${id}">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(
            ({ name, isNumber }) => html`<th scope="col" class="${isNumber ? 'number' : ''}">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map((column, index) => cell(row, column, index))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Links to the previous and the next page. */
export function pager(name: string, { items, hasMore }: Page<unknown>, page: string, link: LinkTo): Html {
  const number = Number(page);
  return html`<nav class="pages" aria-label="Pages of ${name}">
    ${number > 1 && html`<a href="${link(String(number - 1))}">Previous page</a>`}
    <span>Page ${number}</span>
    ${hasMore && items.length > 0 && html`<a href="${link(String(number + 1))}">Next page</a>`}
  </nav>`;
}

/** The URL of another page, by its number. */
export type LinkTo = (page: string) => string;

/** The service may leave out documented fields. */
export function orDash(text: string | number | null, fallback = '–'): string | number {
  return text === '' || text === null ? fallback : text;
}

const withSpaces = (text: string): string => text.replaceAll('_', ' ');

export function statusLabel(text: string | null): Html {
  return html`<span class="status ${text === 'failed' ? 'failed' : ''}"
    >${orDash(text && withSpaces(text))}</span
  >`;
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

export function time(text: string | null): Html {
  const date = new Date(text ?? NaN);
  if (Number.isNaN(date.getTime())) return html`${orDash(text)}`;
  return html`<time datetime="${date.toISOString()}">${dateFormat.format(date)}</time>`;
}

export const jobLink = (id: string): string => `/staff/jobs/${encodeURIComponent(id)}`;

/** The number of failed rows, with a link to their file if there are any. */
export function failedRows(id: string, { failedRowsCount }: Pick<JobDetail, 'failedRowsCount'>): Html {
  if (!failedRowsCount) return html`${orDash(failedRowsCount)}`;
  return html`${failedRowsCount}
    <a class="whole" href="${jobLink(id)}/failed-rows"
      >Download<span class="visually-hidden"> the failed rows of ${id}</span></a
    >`;
}
