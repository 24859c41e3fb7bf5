/** Examples of messages of trackers, and of what became of them. */
import type { z } from 'zod';
import type { IdentifyMessage, TakenMessages, TrackMessage } from '../../../contract/message.ts';
import { REQUEST_ID } from './example-request-id.ts';

export const identifyExample: z.input<typeof IdentifyMessage> = {
  messageId: '4f8f4a40-0f0e-4a86-8b1c-0b8e0a5a7c3e',
  userId: 'ana',
  traits: { age: 31, location: 'Lisbon', plan: 'free' },
  timestamp: '2024-05-03T18:02:09.004Z',
};

export const trackExample: z.input<typeof TrackMessage> = {
  messageId: 'b1f7c2de-0a35-4d0e-9c1b-3f5b9a7f6d21',
  userId: 'ana',
  event: 'Profile Liked',
  properties: { profile_id: 'bruno' },
  timestamp: '2024-05-03T18:02:11.120Z',
};

/** All of them were stored. */
export const storedExample = (stored: number): TakenMessages => ({
  success: true,
  ...{ stored, repeated: 0, ignored: 0, rejected: 0 },
  ignored_events: {},
  rejects: [],
  request_id: REQUEST_ID,
});
