import type { Page } from '../page.js';
import { get } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type JobFamily,
  jobFamilySchema,
  type Job,
  jobsSchema,
  type ListJobsInput,
  listJobsInputSchema,
} from '../schemas/job.js';
import type { Transport } from '../transport.js';
import type { ArrayFormat } from './query.js';
import { assertSameId, Resource, type ServerRequestOptions } from './resource.js';

/** Client jobs: asynchronous work, such as the import of customers. */
export class Jobs extends Resource {
  readonly #arrayFormat: ArrayFormat | undefined;

  constructor(transport: Transport, arrayFormat?: ArrayFormat) {
    super(transport);
    this.#arrayFormat = arrayFormat;
  }

  /**
   * Lists the client jobs of a project.
   *
   * `GET /nudge/projects/{projectId}/jobs/`
   * @param input `status` and `jobType` (arrays; the service does not document their values), `jobCategory` (`target_list`,
   * `cohort` or `customer_pool`), `timeRange` (`24h`, `7d`, `30d` or `all`), `entityId` (one or an array), `searchJobs`;
   * `page` (default 1) and `size` (default 25), whole numbers or strings of digits. Arrays are sent in the client's
   * `arrayFormat`; an empty array is omitted
   * @returns the page; iterating over it continues with the following pages
   */
  async list(
    ids: { projectId: string },
    input: ListJobsInput = {},
    options?: ServerRequestOptions,
  ): Promise<Page<Job>> {
    const { projectId } = { ...ids };
    const endpoint = get`/nudge/projects/${{ projectId }}/jobs/`;
    return this.sendPage(
      { endpoint, schema: jobsSchema },
      parseInput(listJobsInputSchema, input, endpoint.name),
      options,
      this.#arrayFormat,
    );
  }

  /**
   * Retrieves a client job with its parent, children and siblings.
   *
   * `GET /nudge/projects/{projectId}/jobs/{clientJobsId}`
   * @returns `currentJob`, `parentJob` (null if there is none), `childJobs`, and `sibblingJobs` (the service's spelling)
   */
  async retrieve(
    ids: { projectId: string; clientJobsId: string },
    options?: ServerRequestOptions,
  ): Promise<JobFamily> {
    const { projectId, clientJobsId } = { ...ids };
    const endpoint = get`/nudge/projects/${{ projectId }}/jobs/${{ clientJobsId }}`;
    const data = await this.send({ endpoint, schema: jobFamilySchema }, options);
    assertSameId(endpoint, data.currentJob.clientJobsId, clientJobsId);
    return data;
  }
}
