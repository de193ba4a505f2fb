import { patch } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type TargetAudienceListStatus,
  targetAudienceListStatusSchema,
  type UpdateTargetAudienceListStatusInput,
  updateTargetAudienceListStatusInputSchema,
} from '../schemas/target-audience-list.js';
import type { Transport } from '../transport.js';
import { formatQuery } from './query.js';
import { parseIds } from './parse-ids.js';
import type { ServerRequestOptions } from './send-page.js';

/** Target audience lists. */
export class TargetAudienceLists {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Sets the status of a target audience list through the query, without a body. Never retried automatically.
   *
   * `PATCH /nudge/projects/{projectId}/target-audience-lists/{targetAudienceListId}/status`
   * @param input `status`; its values are not documented
   * @returns the `status` that the service reports
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async updateStatus(
    ids: { projectId: string; targetAudienceListId: string },
    input: UpdateTargetAudienceListStatusInput,
    options?: ServerRequestOptions,
  ): Promise<TargetAudienceListStatus> {
    const { projectId, targetAudienceListId } = parseIds(ids);
    const endpoint = patch`/nudge/projects/${{ projectId }}/target-audience-lists/${{ targetAudienceListId }}/status`;
    const operation = {
      endpoint,
      query: formatQuery(
        parseInput(updateTargetAudienceListStatusInputSchema, input, endpoint.name),
        endpoint.name,
      ),
      schema: targetAudienceListStatusSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
