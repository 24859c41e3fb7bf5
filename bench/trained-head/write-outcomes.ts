/**
 * Decisions of the people of a world, written through the service of feedback, as many a call as it takes.
 */
import { openEmbedded } from '../../src/composition/open-encoders.ts';
import { tenantId } from '../../src/contract/brands.ts';
import { MAX_FEEDBACK_ITEMS } from '../../src/contract/feedback.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { encoderId } from '../../src/engines/encoders/text-encoder.ts';
import { openWorld, worldUserId } from '../world/generate-people.ts';
import { openBenchIntake, openBenchLearning } from '../world/open-service.ts';
import type { WorldFolder } from '../world/world-folder.ts';
import { type Decision, simulateDecisions } from './simulate-decisions.ts';

export const DOMAIN = 'dating';
/** Above any number of triplets here, so that no run starts by itself. */
const NEVER = 1_000_000_000;

/** `people`: the numbers of the seekers, who are also the candidates. */
export async function writeOutcomes(
  { data, tenant }: WorldFolder,
  people: readonly number[],
  count: number,
): Promise<void> {
  const decisions = await decisionsOf(tenant, people, count);
  const intake = await openBenchIntake(data);
  try {
    await intake.accounts.setThreshold(tenantId(tenant), DOMAIN, NEVER);
    const learn = openBenchLearning(intake);
    for (let from = 0; from < decisions.length; from += MAX_FEEDBACK_ITEMS) {
      const items = decisions.slice(from, from + MAX_FEEDBACK_ITEMS).map(asItem);
      const { errors } = await learn.feedback(tenantId(tenant), { domain: DOMAIN, items });
      if (errors.length > 0) throw new Error(`feedback failed: ${JSON.stringify(errors[0])}`);
    }
  } finally {
    await intake.close();
  }
}

async function decisionsOf(tenant: string, people: readonly number[], count: number) {
  const { identity } = await openEmbedded();
  const world = openWorld({
    tenant: tenantId(tenant),
    definition: shippedDomain(DOMAIN)!,
    encoderId: encoderId(identity),
    dimension: identity.dimension,
  });
  return simulateDecisions(world, people, count);
}

function asItem({ seeker, candidate, isChosen }: Decision) {
  return {
    seeker_id: worldUserId(seeker),
    candidate_id: worldUserId(candidate),
    outcome: isChosen ? 'accepted' : 'rejected',
    weight: 1,
  };
}
