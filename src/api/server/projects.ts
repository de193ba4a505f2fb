import { Page } from '../page.js';
import { path } from '../path.js';
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

/** Members and services of a project (contract, section 4.6). */
export class Projects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the members of a project: personal data throughout (#15; contract, section 4.6).
   *
   * `GET /opm/projects/{projectId}/members`
   * @param input `status` (its values are not documented), `search`; `page` and `size` are digits, `1` and `25` unless said
   * @returns a page, which goes on to the next ones
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async listMembers(
    ids: { projectId: string },
    input: ListMembersInput = {},
    options?: ServerRequestOptions,
  ): Promise<Page<ProjectMember>> {
    const { projectId } = parseIds(ids);
    const operation = {
      method: 'GET',
      path: path`/opm/projects/${{ projectId }}/members`,
      answer: projectMembersSchema,
    } as const;
    return sendPage(this.#transport, operation, parseInput(listMembersInputSchema, input), options);
  }

  /**
   * Lists the services of a project (#16; contract, section 4.6).
   *
   * `GET /opm/projects/{projectId}/services`
   * @returns the one page that there is: the contract shows no way to ask for another
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async listServices(
    ids: { projectId: string },
    options?: ServerRequestOptions,
  ): Promise<Page<ProjectService>> {
    const { projectId } = parseIds(ids);
    const operation = {
      method: 'GET',
      path: path`/opm/projects/${{ projectId }}/services`,
      answer: projectServicesSchema,
    } as const;
    const { data, metaData } = await this.#transport.send(operation, options);
    return new Page(data, metaData);
  }
}
