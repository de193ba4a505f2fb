import type { Page } from '../page.js';
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
import { Resource, type ServerRequestOptions } from './resource.js';

/** Members and services of a project. */
export class Projects extends Resource {
  /**
   * Lists the members of a project, which are personal data.
   *
   * `GET /opm/projects/{projectId}/members`
   * @param input `status` (its values are not documented), `search`; `page` (default 1) and `size` (default 25), whole numbers or strings of digits
   * @returns the page; iterating over it continues with the following pages
   */
  async listMembers(
    ids: { projectId: string },
    input: ListMembersInput = {},
    options?: ServerRequestOptions,
  ): Promise<Page<ProjectMember>> {
    const { projectId } = { ...ids };
    const endpoint = get`/opm/projects/${{ projectId }}/members`;
    return this.sendPage(
      { endpoint, schema: projectMembersSchema },
      parseInput(listMembersInputSchema, input, endpoint.name),
      options,
    );
  }

  /**
   * Lists the services of a project.
   *
   * `GET /opm/projects/{projectId}/services`
   * @returns the only page: the service documents no way to request another
   */
  async listServices(
    ids: { projectId: string },
    options?: ServerRequestOptions,
  ): Promise<Page<ProjectService>> {
    const { projectId } = { ...ids };
    const endpoint = get`/opm/projects/${{ projectId }}/services`;
    return this.sendOnlyPage({ endpoint, schema: projectServicesSchema }, options);
  }
}
