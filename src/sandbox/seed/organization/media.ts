import { pick } from '../../random.js';
import type { JobRow, MediaContext, MediaRow } from '../../tables/rows.js';
import { project } from './project.js';

/** The files of the jobs, and one of every other kind. */
export function media(jobs: readonly JobRow[]): MediaRow[] {
  return [
    ...jobs.flatMap(({ id, mediaManagerId, errorMediaManagerId, failedRowsCount, inputCustomerCount }) => [
      ...(mediaManagerId
        ? [
            item(mediaManagerId, 'customerPoolCsv', `${id}.csv`, 'text/csv', () =>
              customers(inputCustomerCount),
            ),
          ]
        : []),
      ...(errorMediaManagerId
        ? [
            item(errorMediaManagerId, 'failedCustomerPoolCsv', `${id}-failed.csv`, 'text/csv', () =>
              failedRows(failedRowsCount),
            ),
          ]
        : []),
    ]),
    item('med_banner', 'templateImage', 'banner.svg', 'image/svg+xml', () => banner),
    item('med_terms', 'templateAttachment', 'terms.txt', 'text/plain', () => 'Returns within 60 days.\n'),
    item('med_project', 'projectDownload', 'project.json', 'application/json', () => JSON.stringify(project)),
    item('med_amelia', 'memberProfile', 'amelia.svg', 'image/svg+xml', () => banner),
    item('med_logo', 'profile', 'logo.svg', 'image/svg+xml', () => banner),
    item(
      'med_2024',
      'archive',
      'jobs-2024.csv',
      'text/csv',
      () => 'clientJobsId,status\r\njob_old,completed\r\n',
    ),
  ];
}

function item(
  id: string,
  context: MediaContext,
  fileName: string,
  contentType: string,
  content: () => string,
): MediaRow {
  return { id, projectId: project.id, context, fileName, contentType, content };
}

const reasons = ['uniqueCustomerId is empty', 'email is not an address', 'uniqueCustomerId was there before'];

function failedRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const reason = pick(reasons, index);
    return `${2 + index * 7},${index % 3 === 0 ? '' : `customer-${60000 + index}`},${reason}\r\n`;
  });
  return `row,uniqueCustomerId,reason\r\n${rows.join('')}`;
}

function customers(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `customer-${60000 + index},${index % 12}\r\n`);
  return `uniqueCustomerId,orderCount\r\n${rows.join('')}`;
}

const banner =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 120"><path fill="#17453b" d="M0 0h600v120H0z"/></svg>';
