import { nameErrors, NudgeError } from './errors.js';

/** A 2xx response that is not what the service documents: not JSON, not an envelope, or data of the wrong shape. */
export class ResponseError extends NudgeError {
  static {
    nameErrors(this, 'ResponseError');
  }

  /** The structure of the response body: common HTML tags and punctuation, with `…` for everything else, so that it contains no data. */
  readonly snippet: string;

  constructor(message: string, operation: string | null, body = '') {
    super(message, operation);
    this.snippet = body
      .slice(0, 500)
      .replace(
        /(<\/?(?:!doctype|html|head|title|body|h1|p|pre)\b)|(?:"(?:\\.|[^"\\])*"?|[^"{}[\]:,<>])+/gi,
        (_, tag: string | undefined) => tag ?? '…',
      )
      .slice(0, 100);
  }
}
