import { patch } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type TargetAudienceListStatus,
  targetAudienceListStatusSchema,
  type UpdateTargetAudienceListStatusInput,
  updateTargetAudienceListStatusInputSchema,
} from '../schemas/target-audience-list.js';
import { formatQuery } from './query.js';
import { Resource, type ServerRequestOptions } from './resource.js';

/** Target audience lists. */
export class TargetAudienceLists extends Resource {
  /**
   * Sets the status of a target audience list through the query, without a body. Never retried automatically.
   *
   * `PATCH /nudge/projects/{projectId}/target-audience-lists/{targetAudienceListId}/status`
   * @param input `status`; its values are not documented
   * @returns the `status` that the service reports
   */
  async updateStatus(
    ids: { projectId: string; targetAudienceListId: string },
    input: UpdateTargetAudienceListStatusInput,
    options?: ServerRequestOptions,
  ): Promise<TargetAudienceListStatus> {
    const { projectId, targetAudienceListId } = { ...ids };
    const endpoint = patch`/nudge/projects/${{ projectId }}/target-audience-lists/${{ targetAudienceListId }}/status`;
    return this.send(
      {
        endpoint,
        query: formatQuery(
          parseInput(updateTargetAudienceListStatusInputSchema, input, endpoint.name),
          endpoint.name,
        ),
        schema: targetAudienceListStatusSchema,
      },
      options,
    );
  }
}
