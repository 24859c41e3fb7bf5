/** Where a webhook may lead: to an address that is called, or to a topic of Kafka. */
import { type AllowedAddress, allowedAddress } from '../../platform/outbound/allowed-address.ts';
import {
  type AllowedTopic,
  allowedTopic,
  isTopicAddress,
} from '../../platform/outbound/kafka/allowed-topic.ts';

export type AllowedDestination = AllowedAddress | AllowedTopic;

/** The destination, or the reason of the refusal, worded for the caller that gave the address. */
export function allowedDestination(
  text: string,
  allowedHosts: readonly string[],
): AllowedDestination | string {
  return isTopicAddress(text) ? allowedTopic(text, allowedHosts) : allowedAddress(text, allowedHosts);
}
