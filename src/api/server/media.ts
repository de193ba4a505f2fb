import { get } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type DownloadUrl,
  downloadUrlSchema,
  type RetrieveDownloadUrlInput,
  retrieveDownloadUrlInputSchema,
} from '../schemas/media.js';
import { formatQuery } from './query.js';
import { Resource, type ServerRequestOptions } from './resource.js';

/** Items of the media manager. */
export class Media extends Resource {
  /**
   * Retrieves a signed URL to download an item of the media manager.
   *
   * `GET /nudge/projects/{projectId}/media-manager/download-url`
   * @param input `context` (`customerPoolCsv`, `failedCustomerPoolCsv`, `templateImage`, `templateAttachment`, `projectDownload`,
   * `memberProfile`, `profile` or `archive`) and `mediaManagerId`
   * @returns `downloadUrl`: anyone who has it can download the item, so do not log it
   */
  async retrieveDownloadUrl(
    ids: { projectId: string },
    input: RetrieveDownloadUrlInput,
    options?: ServerRequestOptions,
  ): Promise<DownloadUrl> {
    const { projectId } = { ...ids };
    const endpoint = get`/nudge/projects/${{ projectId }}/media-manager/download-url`;
    return this.send(
      {
        endpoint,
        query: formatQuery(parseInput(retrieveDownloadUrlInputSchema, input, endpoint.name), endpoint.name),
        schema: downloadUrlSchema,
      },
      options,
    );
  }
}
