import { get } from '../endpoint.js';
import { parseInput } from '../schemas/input.js';
import {
  type DownloadUrl,
  downloadUrlSchema,
  type RetrieveDownloadUrlInput,
  retrieveDownloadUrlInputSchema,
} from '../schemas/media.js';
import type { Transport } from '../transport.js';
import { formatQuery } from './query.js';
import { parseIds } from './parse-ids.js';
import type { ServerRequestOptions } from './send-page.js';

/** Items of the media manager. */
export class Media {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Retrieves a signed URL to download an item of the media manager.
   *
   * `GET /nudge/projects/{projectId}/media-manager/download-url`
   * @param input `context` (`customerPoolCsv`, `failedCustomerPoolCsv`, `templateImage`, `templateAttachment`, `projectDownload`,
   * `memberProfile`, `profile` or `archive`) and `mediaManagerId`
   * @returns `downloadUrl`: anyone who has it can download the item, so do not log it
   * @throws RequestError, AuthenticationError, ApiError, ConnectionError, TimeoutError, ResponseError; the signal's reason
   */
  async retrieveDownloadUrl(
    ids: { projectId: string },
    input: RetrieveDownloadUrlInput,
    options?: ServerRequestOptions,
  ): Promise<DownloadUrl> {
    const { projectId } = parseIds(ids);
    const endpoint = get`/nudge/projects/${{ projectId }}/media-manager/download-url`;
    const operation = {
      endpoint,
      query: formatQuery(parseInput(retrieveDownloadUrlInputSchema, input, endpoint.name), endpoint.name),
      schema: downloadUrlSchema,
    };
    const { data } = await this.#transport.send(operation, options);
    return data;
  }
}
