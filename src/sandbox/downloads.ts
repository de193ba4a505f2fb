import { minute } from './durations.js';
import { errorResponse } from './envelope.js';
import { createSecret } from './random.js';
import type { MediaRow } from './tables/rows.js';

/** Serves files at the signed URLs that `media.retrieveDownloadUrl()` gets. A URL is valid for five minutes and needs no credentials. */
export class Downloads {
  static readonly path = '/media-files/';
  readonly #now: () => number;
  readonly #signed = new Map<string, { file: MediaRow; expires: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  sign(file: MediaRow, base: string): string {
    const expires = this.#now() + 5 * minute;
    const signature = createSecret(24);
    this.#signed.set(signature, { file, expires });
    const query = new URLSearchParams({ id: file.id, expires: String(expires), signature });
    return `${base}${Downloads.path}${file.fileName}?${query.toString()}`;
  }

  handle(request: Request): Response {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return errorResponse(405, `${request.method} is not possible here.`, { Allow: 'GET, HEAD' });
    }
    const { pathname, searchParams } = new URL(request.url);
    const signed = this.#signed.get(searchParams.get('signature') ?? '');
    if (
      !signed ||
      !pathname.endsWith(Downloads.path + signed.file.fileName) ||
      searchParams.get('id') !== signed.file.id ||
      searchParams.get('expires') !== String(signed.expires)
    ) {
      return errorResponse(403, 'The signature does not match.');
    }
    if (signed.expires <= this.#now()) return errorResponse(403, 'The address has expired.');
    const { content, contentType, fileName } = signed.file;
    return new Response(request.method === 'HEAD' ? null : content(), {
      headers: {
        'Content-Type': `${contentType}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${fileName}"`,
      },
    });
  }
}
