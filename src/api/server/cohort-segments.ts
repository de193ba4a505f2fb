import { get, post } from '../endpoint.js';
import {
  type CohortSegment,
  cohortSegmentSchema,
  type CreateCohortSegmentInput,
  createCohortSegmentInputSchema,
} from '../schemas/cohort-segment.js';
import { parseInput } from '../schemas/input.js';
import { type Reference, referenceSchema } from '../schemas/reference.js';
import { assertSameId, Resource, type ServerRequestOptions } from './resource.js';

/** Cohort segments: saved customer queries over a pool. */
export class CohortSegments extends Resource {
  /**
   * Creates a cohort segment over a customer pool. Never retried automatically.
   *
   * `POST /nudge/projects/{projectId}/cohort-segments/`
   * @param input `name` and `customerPoolId`
   * @returns the `id` of the segment
   */
  async create(
    ids: { projectId: string },
    input: CreateCohortSegmentInput,
    options?: ServerRequestOptions,
  ): Promise<Reference> {
    const { projectId } = { ...ids };
    const endpoint = post`/nudge/projects/${{ projectId }}/cohort-segments/`;
    return this.send(
      {
        endpoint,
        body: parseInput(createCohortSegmentInputSchema, input, endpoint.name),
        schema: referenceSchema,
      },
      options,
    );
  }

  /**
   * Retrieves a cohort segment.
   *
   * `GET /nudge/projects/{projectId}/cohort-segments/{cohortSegmentId}`
   * @returns the segment with its query
   */
  async retrieve(
    ids: { projectId: string; cohortSegmentId: string },
    options?: ServerRequestOptions,
  ): Promise<CohortSegment> {
    const { projectId, cohortSegmentId } = { ...ids };
    const endpoint = get`/nudge/projects/${{ projectId }}/cohort-segments/${{ cohortSegmentId }}`;
    const data = await this.send({ endpoint, schema: cohortSegmentSchema }, options);
    assertSameId(endpoint, data.id, cohortSegmentId);
    return data;
  }
}
