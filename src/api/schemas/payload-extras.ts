/**
 * Fields of your own in the payload of a notification, for you to declare. They come as the response has them: nothing checks
 * them, so declare what may be missing as optional.
 *
 * @example
 * declare module 'nudge-inbox' {
 *   interface NotificationPayloadExtras {
 *     orderId?: string;
 *   }
 * }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- only an interface can be merged with declarations
export interface NotificationPayloadExtras {}
