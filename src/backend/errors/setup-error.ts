/** A function of the host has returned something else than it should. The message names no value, so that it can be logged. */
export class ReturnTypeError extends TypeError {}

/** Something is set up in a way that does not work. The message names no value, so that it can be logged. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
