import { html } from 'hono/html';
import {
  type CustomerPool,
  type Job,
  NudgeError,
  type ProjectMember,
  type ServerClient,
} from '../../../src/server.js';
import {
  type Column,
  failedRows,
  type Html,
  jobLink,
  orDash,
  pager,
  table,
  time,
  statusLabel,
} from './parts.js';
import { describeError, renderErrorMessage } from './error-message.js';

/** The query of the page URL. */
export class StaffQuery {
  readonly #parameters: URLSearchParams;

  constructor(parameters: URLSearchParams) {
    this.#parameters = parameters;
  }

  text(name: string): string {
    return this.#parameters.get(name)?.trim() ?? '';
  }

  /** A page number that the service accepts, or `1` for any other value. */
  page(name: string): string {
    const page = this.#parameters.get(name) ?? '';
    return /^[1-9]\d{0,5}$/.test(page) ? page : '1';
  }

  /** The URL of this page with the given changes. */
  url(changes: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams(this.#parameters);
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const text = query.toString();
    return `/staff${text && `?${text}`}`;
  }
}

const size = '10';

const poolColumns: readonly Column<CustomerPool>[] = [
  { name: 'Pool', show: ({ name, description }) => html`${orDash(name)}<small>${description}</small>` },
  {
    name: 'Belongs to',
    show: ({ organization, project }) => orDash((project ?? organization)?.name ?? null),
  },
  { name: 'Owned', show: ({ isOwner }) => (isOwner === null ? '–' : isOwner ? 'Yes' : 'No') },
  { name: 'Access', show: ({ accessLevel }) => statusLabel(accessLevel) },
];

const memberColumns: readonly Column<ProjectMember>[] = [
  {
    name: 'Name',
    show: ({ firstName, lastName }) => orDash([firstName, lastName].filter(Boolean).join(' ')),
  },
  { name: 'Email', show: ({ email }) => html`<span class="whole">${orDash(email)}</span>` },
  {
    name: 'Phone',
    show: ({ countryCode, phoneNumber }) =>
      html`<span class="whole">${orDash([countryCode, phoneNumber].filter(Boolean).join(' '))}</span>`,
  },
];

const jobColumns: readonly Column<Job>[] = [
  {
    name: 'Job',
    show: ({ id, jobCategoryName, jobType }) =>
      html`<a href="${jobLink(id)}">${orDash(jobCategoryName, id)}</a><small>${jobType} · ${id}</small>`,
  },
  { name: 'Status', show: ({ status }) => statusLabel(status) },
  { name: 'Last run', show: ({ latestRunTime }) => time(latestRunTime) },
  { name: 'Started by', show: ({ initiatedBy }) => orDash(initiatedBy) },
  { name: 'Customers', isNumber: true, show: ({ inputCustomerCount }) => orDash(inputCustomerCount) },
  { name: 'Failed rows', isNumber: true, show: (job) => failedRows(job.id, job) },
];

/** The service does not document its statuses, so there may be others. */
const statuses = ['pending', 'in_progress', 'completed', 'failed'];

/** Three lists, each of which may fail on its own. */
export class Overview {
  /** Whether a list failed to load. */
  hasErrors = false;
  readonly #client: ServerClient;
  readonly #projectId: string;
  readonly #query: StaffQuery;
  readonly #signal: AbortSignal;

  constructor(client: ServerClient, projectId: string, query: StaffQuery, signal: AbortSignal) {
    this.#client = client;
    this.#projectId = projectId;
    this.#query = query;
    this.#signal = signal;
  }

  async render(): Promise<Html> {
    const [pools, members, jobs] = await Promise.all([
      this.#renderOrError(this.#renderPools()),
      this.#renderOrError(this.#renderMembers()),
      this.#renderOrError(this.#renderJobs()),
    ]);
    return html`<p class="eyebrow">Internal pages</p>
      <h1>Staff</h1>
      <section id="pools">
        <h2>Customer pools</h2>
        ${pools}
      </section>
      <section id="members">
        <h2>Members</h2>
        ${this.#renderSearch()} ${members}
      </section>
      <section id="jobs">
        <h2>Jobs</h2>
        ${this.#renderStatuses()} ${jobs}
      </section>`;
  }

  async #renderOrError(content: Promise<Html>): Promise<Html> {
    try {
      return await content;
    } catch (error) {
      if (!(error instanceof NudgeError)) throw error;
      this.hasErrors = true;
      // Without a fragment: with one, the browser only scrolls instead of loading the page.
      return renderErrorMessage(describeError(error), this.#query.url());
    }
  }

  async #renderPools(): Promise<Html> {
    const pools = await this.#client.customerPools.list(
      { projectId: this.#projectId },
      { signal: this.#signal },
    );
    if (!pools.items.length) return html`<p>There are no pools yet.</p>`;
    return table('pools-caption', 'Where the customers are kept', poolColumns, pools.items);
  }

  async #renderMembers(): Promise<Html> {
    const search = this.#query.text('search');
    const page = this.#query.page('members');
    const members = await this.#client.projects.listMembers(
      { projectId: this.#projectId },
      { page, size, ...(search && { search }) },
      { signal: this.#signal },
    );
    const caption = `Who works on the project${search && `, found by “${search}”`}, page ${page}`;
    return html`${
      members.items.length
        ? table('members-caption', caption, memberColumns, members.items)
        : html`<p>Nobody is here.</p>`
    }
    ${pager('members', members, page, (number) => `${this.#query.url({ members: number })}#members`)}`;
  }

  async #renderJobs(): Promise<Html> {
    const status = this.#query.text('status');
    const page = this.#query.page('jobs');
    const jobs = await this.#client.jobs.list(
      { projectId: this.#projectId },
      { page, size, ...(status && { status: [status] }) },
      { signal: this.#signal },
    );
    const caption = `What the service did for the shop${status && `, ${status.replaceAll('_', ' ')}`}, page ${page}`;
    return html`${
      jobs.items.length
        ? table('jobs-caption', caption, jobColumns, jobs.items)
        : html`<p>There are no such jobs.</p>`
    }
    ${pager('jobs', jobs, page, (number) => `${this.#query.url({ jobs: number })}#jobs`)}`;
  }

  /** Starts at the first page of members and keeps the state of the jobs. */
  #renderSearch(): Html {
    const preserved = ['status', 'jobs'].map((name) => [name, this.#query.text(name)] as const);
    return html`<form action="/staff#members" role="search">
      <label for="search">Name or email</label>
      <input id="search" type="search" name="search" value="${this.#query.text('search')}" />
      ${preserved.map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button">Search</button>
    </form>`;
  }

  #renderStatuses(): Html {
    const selected = this.#query.text('status');
    return html`<nav class="choices" aria-label="Status of the jobs">
      ${['', ...statuses].map(
        (status) =>
          html`<a
            href="${this.#query.url({ status, jobs: '' })}#jobs"
            ${status === selected ? html`aria-current="true"` : ''}
            >${status ? status.replaceAll('_', ' ') : 'all'}</a
          >`,
      )}
    </nav>`;
  }
}
