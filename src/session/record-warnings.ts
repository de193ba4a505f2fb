import { AuthenticationError, isGone, NudgeError } from '../api/errors.js';
import { ResponseError } from '../api/response-error.js';
import { isOffline } from '../common/page-observer.js';
import { warnOnce } from '../common/warn.js';

/** So many failures at first, or one for each of a shorter list, are no accident. */
const maxFailures = 3;

/** Says why records are missing, where that may be a mistake in the setup. A service may lack single ones, or be away for a moment. */
export class RecordWarnings {
  readonly #hasService: boolean;
  readonly #countListed: () => number;
  #hasLoaded = false;
  #failureCount = 0;

  /** @param countListed Returns how many notifications the list has. */
  constructor(hasService: boolean, countListed: () => number) {
    this.#hasService = hasService;
    this.#countListed = countListed;
  }

  handleLoaded(): void {
    this.#hasLoaded = true;
  }

  handleFailure(error: unknown): void {
    if (!this.#hasService) {
      if (isGone(error))
        warnOnce(
          'A notification has no record: deliver it with a title or a record, or set base-url if a service has it.',
        );
    } else if (!this.#hasLoaded && error instanceof NudgeError && !isReported(error)) {
      this.#failureCount += 1;
      if (this.#failureCount >= Math.min(maxFailures, this.#countListed() || maxFailures) && !isOffline())
        warnOnce(`Nothing has loaded from base-url yet: ${String(error)}`);
    }
  }
}

/** Whether an error says nothing about the address of the service, or is in the console already. */
const isReported = (error: NudgeError): boolean =>
  error instanceof AuthenticationError || error instanceof ResponseError;
