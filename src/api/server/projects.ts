import { Page } from '../page.js';
import { get } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type ListMembersInput,
  listMembersInputSchema,
  type ProjectMember,
  projectMembersSchema,
  type ProjectService,
  projectServicesSchema,
} from '../schemas/project.js';
import type { Transport } from '../transport.js';
import { parseIds } from './parse-ids.js';
import { sendPage, type ServerRequestOptions } from './send-page.js';

/** Members and services of a project. */
export class Projects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the members of a project, which are personal data.
   *
   * `GET /opm/projects/{projectId}/members`
   * @param input `status` (its values are not documented), `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async listMembers(
    ids: { projectId: string },
    input: ListMembersInput = {},
    options?: ServerRequestOptions,
  ): Promise<Page<ProjectMember>> {
    const { projectId } = parseIds(ids);
    const endpoint = get`/opm/projects/${{ projectId }}/members`;
    const operation = {
      endpoint,
      schema: projectMembersSchema,
    };
    return sendPage(
      this.#transport,
      operation,
      parseInput(listMembersInputSchema, input, endpoint.name),
      options,
    );
  }

  /**
   * Lists the services of a project.
   *
   * `GET /opm/projects/{projectId}/services`
   * @returns the only page: the service documents no way to request another
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async listServices(
    ids: { projectId: string },
    options?: ServerRequestOptions,
  ): Promise<Page<ProjectService>> {
    const { projectId } = parseIds(ids);
    const endpoint = get`/opm/projects/${{ projectId }}/services`;
    const operation = {
      endpoint,
      schema: projectServicesSchema,
    };
    const { data, metaData } = await this.#transport.send(operation, options);
    return new Page(data, metaData);
  }
}
