import { html } from 'hono/html';
import type { JobDetail, JobFamily } from '../../../src/server.js';
import { type Column, failedRows, type Html, jobLink, known, table, time, word } from './parts.js';

const columns: readonly Column<JobDetail>[] = [
  { name: 'Job', show: ({ clientJobsId: id }) => html`<a href="${jobLink(id)}">${id}</a>` },
  { name: 'Status', show: ({ status }) => word(status) },
  { name: 'Changed', show: ({ modifiedDate }) => time(modifiedDate) },
  { name: 'Customers', isNumber: true, show: ({ inputCustomerCount }) => known(inputCustomerCount) },
  { name: 'Failed rows', isNumber: true, show: (job) => failedRows(job.clientJobsId, job) },
];

/** A job with those that it is a part of, and that are parts of it. */
export function renderJob({ currentJob, parentJob, childJobs, sibblingJobs }: JobFamily): Html {
  const facts: readonly (readonly [string, unknown])[] = [
    ['Status', word(currentJob.status)],
    ['Of', word(currentJob.jobCategoryType)],
    ['Changed', time(currentJob.modifiedDate)],
    ['Took', known(currentJob.computeTime)],
    ['Attempts', known(currentJob.attempts)],
    ['Customers', known(currentJob.inputCustomerCount)],
    ['Failed rows', failedRows(currentJob.clientJobsId, currentJob)],
    ['Started by', html`${known(currentJob.initiatedByName)}<small>${currentJob.initiatedByEmail}</small>`],
  ];
  return html`<p class="eyebrow"><a href="/staff#jobs">All jobs</a></p>
    <h1>Job ${currentJob.clientJobsId}</h1>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${
      currentJob.errorLog &&
      html`<div class="trouble">
        <p><strong>Why it failed.</strong></p>
        <p>${currentJob.errorLog}</p>
      </div>`
    }
    <section>
      <h2>Its family</h2>
      ${renderRelatives('Parent', 'The job that this one is a part of', parentJob ? [parentJob] : [])}
      ${renderRelatives('Children', 'The parts of this job', childJobs)}
      ${renderRelatives('Siblings', 'The other parts of the same job', sibblingJobs)}
    </section>`;
}

function renderRelatives(name: string, caption: string, jobs: readonly JobDetail[]): Html {
  return html`<details ${jobs.length ? html`open` : ''}>
    <summary>${name} (${jobs.length})</summary>
    ${jobs.length ? table(`${name.toLowerCase()}-caption`, caption, columns, jobs) : html`<p>None.</p>`}
  </details>`;
}
