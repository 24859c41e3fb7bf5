/**
 * Loads a simulated market into the service. Every text goes through the profile service with its side named;
 * all else is extracted and encoded as in an installation.
 */
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { openProfiles } from '../support/open-profiles.ts';
import type { Market } from './simulate-market.ts';

export function openMarket({ participants }: Market): Promise<TrainingSet> {
  return openProfiles(
    shippedDomain('hiring')!,
    participants.map(({ userId, role, text }) => ({ user_id: userId, fields: { role }, context: text })),
  );
}
