import { html } from 'hono/html';
import {
  type CustomerPool,
  type Job,
  NudgeError,
  type ProjectMember,
  type ServerClient,
} from '../../../src/server.js';
import { type Column, failedRows, type Html, jobLink, known, pager, table, time, word } from './parts.js';
import { explain, renderTrouble } from './trouble.js';

/** What the address of the page asks for. */
export class Wish {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string {
    return this.#query.get(name)?.trim() ?? '';
  }

  /** A number of a page as the service wants it, whatever somebody typed. */
  page(name: string): string {
    const page = this.#query.get(name) ?? '';
    return /^[1-9]\d{0,5}$/.test(page) ? page : '1';
  }

  /** The same page, or the same with something else. */
  address(changes: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams(this.#query);
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
  { name: 'Pool', show: ({ name, description }) => html`${known(name)}<small>${description}</small>` },
  { name: 'Belongs to', show: ({ organization, project }) => known((project ?? organization)?.name ?? null) },
  { name: 'Ours', show: ({ isOwner }) => (isOwner === null ? '–' : isOwner ? 'Yes' : 'No') },
  { name: 'Access', show: ({ accessLevel }) => word(accessLevel) },
];

const memberColumns: readonly Column<ProjectMember>[] = [
  {
    name: 'Name',
    show: ({ firstName, lastName }) => known([firstName, lastName].filter(Boolean).join(' ')),
  },
  { name: 'Email', show: ({ email }) => html`<span class="whole">${known(email)}</span>` },
  {
    name: 'Phone',
    show: ({ countryCode, phoneNumber }) =>
      html`<span class="whole">${known([countryCode, phoneNumber].filter(Boolean).join(' '))}</span>`,
  },
];

const jobColumns: readonly Column<Job>[] = [
  {
    name: 'Job',
    show: ({ id, jobCategoryName, jobType }) =>
      html`<a href="${jobLink(id)}">${known(jobCategoryName, id)}</a><small>${jobType} · ${id}</small>`,
  },
  { name: 'Status', show: ({ status }) => word(status) },
  { name: 'Last run', show: ({ latestRunTime }) => time(latestRunTime) },
  { name: 'Started by', show: ({ initiatedBy }) => known(initiatedBy) },
  { name: 'Customers', isNumber: true, show: ({ inputCustomerCount }) => known(inputCustomerCount) },
  { name: 'Failed rows', isNumber: true, show: (job) => failedRows(job.id, job) },
];

/** Not all that there may be: the service does not document them. */
const statuses = ['pending', 'in_progress', 'completed', 'failed'];

/** Three lists side by side, of which each may fail by itself. */
export class Overview {
  /** Whether some of it could not be had. */
  hasTrouble = false;
  readonly #client: ServerClient;
  readonly #projectId: string;
  readonly #wish: Wish;
  readonly #signal: AbortSignal;

  constructor(client: ServerClient, projectId: string, wish: Wish, signal: AbortSignal) {
    this.#client = client;
    this.#projectId = projectId;
    this.#wish = wish;
    this.#signal = signal;
  }

  async render(): Promise<Html> {
    const [pools, members, jobs] = await Promise.all([
      this.#orTrouble(this.#renderPools()),
      this.#orTrouble(this.#renderMembers()),
      this.#orTrouble(this.#renderJobs()),
    ]);
    return html`<p class="eyebrow">For those who work here</p>
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

  async #orTrouble(content: Promise<Html>): Promise<Html> {
    try {
      return await content;
    } catch (error) {
      if (!(error instanceof NudgeError)) throw error;
      this.hasTrouble = true;
      // Without the section: to another place of the same page a browser only scrolls.
      return renderTrouble(explain(error), this.#wish.address());
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
    const search = this.#wish.text('search');
    const page = this.#wish.page('members');
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
    ${pager('members', members, page, (number) => `${this.#wish.address({ members: number })}#members`)}`;
  }

  async #renderJobs(): Promise<Html> {
    const status = this.#wish.text('status');
    const page = this.#wish.page('jobs');
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
    ${pager('jobs', jobs, page, (number) => `${this.#wish.address({ jobs: number })}#jobs`)}`;
  }

  /** The first page again, but with the jobs as they are. */
  #renderSearch(): Html {
    const kept = ['status', 'jobs'].map((name) => [name, this.#wish.text(name)] as const);
    return html`<form action="/staff#members" role="search">
      <label for="search">Name or email</label>
      <input id="search" type="search" name="search" value="${this.#wish.text('search')}" />
      ${kept.map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button">Search</button>
    </form>`;
  }

  #renderStatuses(): Html {
    const wanted = this.#wish.text('status');
    return html`<nav class="choices" aria-label="Status of the jobs">
      ${['', ...statuses].map(
        (status) =>
          html`<a
            href="${this.#wish.address({ status, jobs: '' })}#jobs"
            ${status === wanted ? html`aria-current="true"` : ''}
            >${status ? status.replaceAll('_', ' ') : 'all'}</a
          >`,
      )}
    </nav>`;
  }
}
