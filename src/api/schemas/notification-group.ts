import { arrayOf, jsonValue, strictObject, string } from './input.js';
import type { Channel } from './send-policy.js';

/** Member of `channels`. The service does not document it; it is probably the name of a channel. */
type ChannelMember = Channel | (string & {}) | number | boolean | object | null;

/** Body of `notificationGroups.update()`. */
export interface UpdateNotificationGroupInput {
  /** Name of the group. */
  name: string;
  /** Description of the group. */
  description: string;
  /** Channels of the group. The service does not document the members; editors suggest the names of the channels. */
  channels: readonly ChannelMember[];
}

/** Body of `notificationGroups.updateTopic()`. */
export interface UpdateNotificationTopicInput {
  /** Name of the topic. */
  name: string;
  /** Description of the topic. */
  description: string;
  /** Channels of the topic. The service does not document the members; editors suggest the names of the channels. */
  channels: readonly ChannelMember[];
}

const nameAndChannels = {
  name: string,
  description: string,
  channels: arrayOf(jsonValue<ChannelMember>()),
};

export const updateNotificationTopicInputSchema = strictObject(nameAndChannels);
export const updateNotificationGroupInputSchema = strictObject(nameAndChannels);
