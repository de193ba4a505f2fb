import type * as z from 'zod/mini';
import { arrayOf, fields, json, string } from './input.js';
import type { Channel } from './send-policy.js';

/** Member of `channels`. What it is, the contract does not show (section 2.13): likely the name of a channel. */
type ChannelMember = Channel | (string & {}) | number | boolean | object | null;

const nameAndChannels = { name: string, description: string, channels: arrayOf(json<ChannelMember>()) };

/** Body of #21 (contract, sections 2.13 and 4.10). */
export const updateNotificationTopicInputSchema = fields(nameAndChannels);
/** Body of #22 (contract, sections 2.13 and 4.10). */
export const updateNotificationGroupInputSchema = fields(nameAndChannels);

export type UpdateNotificationGroupInput = z.input<typeof updateNotificationGroupInputSchema>;
export type UpdateNotificationTopicInput = z.input<typeof updateNotificationTopicInputSchema>;
