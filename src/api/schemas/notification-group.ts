import { arrayOf, jsonValue, strictObject, string } from './input.js';
import type { Channel } from './send-policy.js';

/** Member of `channels`. The contract does not document it (section 2.13); it is probably the name of a channel. */
type ChannelMember = Channel | (string & {}) | number | boolean | object | null;

/** Body of #22 (contract, sections 2.13 and 4.10). */
export interface UpdateNotificationGroupInput {
  /** Name of the group. */
  name: string;
  /** Description of the group. */
  description: string;
  /** Channels of the group. The contract does not document the members; editors suggest the names of the channels. */
  channels: readonly ChannelMember[];
}

/** Body of #21 (contract, sections 2.13 and 4.10). */
export interface UpdateNotificationTopicInput {
  /** Name of the topic. */
  name: string;
  /** Description of the topic. */
  description: string;
  /** Channels of the topic. The contract does not document the members; editors suggest the names of the channels. */
  channels: readonly ChannelMember[];
}

const nameAndChannels = {
  name: string,
  description: string,
  channels: arrayOf(jsonValue<ChannelMember>()),
};

export const updateNotificationTopicInputSchema = strictObject(nameAndChannels);
export const updateNotificationGroupInputSchema = strictObject(nameAndChannels);
