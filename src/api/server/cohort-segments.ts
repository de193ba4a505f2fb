import { get, post } from '../endpoint.js';
import {
  type CohortSegment,
  cohortSegmentSchema,
  type CreateCohortSegmentInput,
  createCohortSegmentInputSchema,
} from '../schemas/cohort-segment.js';
import { parseInput } from '../schemas/input.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import type { Transport } from '../transport.js';
import { assertSameId } from './assert-same-id.js';
import { parseIds } from './parse-ids.js';
import type { ServerRequestOptions } from './send-page.js';

/** Cohort segments: saved customer queries over a pool. */
export class CohortSegments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a cohort segment over a customer pool. Never retried automatically.
   *
   * `POST /nudge/projects/{projectId}/cohort-segments/`
   * @param input `name` and `customerPoolId`
   * @returns the `id` of the segment
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async create(
    ids: { projectId: string },
    input: CreateCohortSegmentInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId } = parseIds(ids);
    const endpoint = post`/nudge/projects/${{ projectId }}/cohort-segments/`;
    const operation = {
      endpoint,
      body: parseInput(createCohortSegmentInputSchema, input, endpoint.name),
      schema: referenceSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }

  /**
   * Retrieves a cohort segment.
   *
   * `GET /nudge/projects/{projectId}/cohort-segments/{cohortSegmentId}`
   * @returns the segment with its query
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async retrieve(
    ids: { projectId: string; cohortSegmentId: string },
    options?: ServerRequestOptions,
  ): Promise<CohortSegment> {
    const { projectId, cohortSegmentId } = parseIds(ids);
    const endpoint = get`/nudge/projects/${{ projectId }}/cohort-segments/${{ cohortSegmentId }}`;
    const operation = {
      endpoint,
      schema: cohortSegmentSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    assertSameId(endpoint, data.id, cohortSegmentId);
    return data;
  }
}
