import { pick } from '../../random.js';
import type { JobRow, MediaContext, MediaRow } from '../../tables/rows.js';
import { project } from './project.js';

/** The files of the jobs, and one file of every other context. */
export function createMedia(jobs: readonly JobRow[]): MediaRow[] {
  return [
    ...jobs.flatMap(({ id, mediaManagerId, errorMediaManagerId, failedRowsCount, inputCustomerCount }) => [
      ...(mediaManagerId
        ? [
            file(mediaManagerId, 'customerPoolCsv', `${id}.csv`, 'text/csv', () =>
              createCustomersCsv(inputCustomerCount),
            ),
          ]
        : []),
      ...(errorMediaManagerId
        ? [
            file(errorMediaManagerId, 'failedCustomerPoolCsv', `${id}-failed.csv`, 'text/csv', () =>
              createFailedRowsCsv(failedRowsCount),
            ),
          ]
        : []),
    ]),
    file('med_banner', 'templateImage', 'banner.svg', 'image/svg+xml', () => banner),
    file('med_terms', 'templateAttachment', 'terms.txt', 'text/plain', () => 'Returns within 60 days.\n'),
    file('med_project', 'projectDownload', 'project.json', 'application/json', () => JSON.stringify(project)),
    file('med_amelia', 'memberProfile', 'amelia.svg', 'image/svg+xml', () => banner),
    file('med_logo', 'profile', 'logo.svg', 'image/svg+xml', () => banner),
    file(
      'med_2024',
      'archive',
      'jobs-2024.csv',
      'text/csv',
      () => 'clientJobsId,status\r\njob_old,completed\r\n',
    ),
  ];
}

function file(
  id: string,
  context: MediaContext,
  fileName: string,
  contentType: string,
  content: () => string,
): MediaRow {
  return { id, projectId: project.id, context, fileName, contentType, content };
}

const reasons = ['uniqueCustomerId is empty', 'email is not an address', 'uniqueCustomerId was there before'];

function createFailedRowsCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const reason = pick(reasons, index);
    return `${2 + index * 7},${index % 3 === 0 ? '' : `customer-${60000 + index}`},${reason}\r\n`;
  });
  return `row,uniqueCustomerId,reason\r\n${rows.join('')}`;
}

function createCustomersCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `customer-${60000 + index},${index % 12}\r\n`);
  return `uniqueCustomerId,orderCount\r\n${rows.join('')}`;
}

const banner =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 120"><path fill="#17453b" d="M0 0h600v120H0z"/></svg>';
