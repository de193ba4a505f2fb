import { html } from 'hono/html';
import type { JobDetail, JobFamily } from '../../../src/server.js';
import { type Column, failedRows, type Html, jobLink, orDash, table, time, statusLabel } from './parts.js';

const columns: readonly Column<JobDetail>[] = [
  { name: 'Job', show: ({ clientJobsId: id }) => html`<a href="${jobLink(id)}">${id}</a>` },
  { name: 'Status', show: ({ status }) => statusLabel(status) },
  { name: 'Changed', show: ({ modifiedDate }) => time(modifiedDate) },
  { name: 'Customers', isNumber: true, show: ({ inputCustomerCount }) => orDash(inputCustomerCount) },
  { name: 'Failed rows', isNumber: true, show: (job) => failedRows(job.clientJobsId, job) },
];

/** A job with its parent, children and siblings. */
export function renderJob({ currentJob, parentJob, childJobs, sibblingJobs }: JobFamily): Html {
  const facts: readonly (readonly [string, unknown])[] = [
    ['Status', statusLabel(currentJob.status)],
    ['Category', statusLabel(currentJob.jobCategoryType)],
    ['Changed', time(currentJob.modifiedDate)],
    ['Duration', orDash(currentJob.computeTime)],
    ['Attempts', orDash(currentJob.attempts)],
    ['Customers', orDash(currentJob.inputCustomerCount)],
    ['Failed rows', failedRows(currentJob.clientJobsId, currentJob)],
    ['Started by', html`${orDash(currentJob.initiatedByName)}<small>${currentJob.initiatedByEmail}</small>`],
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
      <h2>Related jobs</h2>
      ${renderRelatives('Parent', 'The job that this one belongs to', parentJob ? [parentJob] : [])}
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
