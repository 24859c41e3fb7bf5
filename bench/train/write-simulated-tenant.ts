/** Simulated people and their decisions, written through the profile and feedback services. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { simulateOutcomes } from '../../eval/learning-curve/simulate-outcomes.ts';
import { simulatePeople } from '../../eval/learning-curve/simulate-people.ts';
import { MAX_FEEDBACK_ITEMS } from '../../src/contract/feedback.ts';
import { openBenchIntake, openBenchLearning } from '../world/open-service.ts';

export const TENANT_NAME = 'bench';
const PEOPLE_A_CALL = 100;
const SEED = 1;
/** Above any number of triplets here, so that no run starts automatically. */
const NEVER = 1_000_000;
const definitionFile = fileURLToPath(
  new URL('../../eval/learning-curve/simulated-dating.v1.yaml', import.meta.url),
);

/** Writes `count` people, and outcomes among them until `wanted` triplets wait for training. */
export async function writeSimulatedTenant(data: string, wanted: number, count = 1000) {
  const intake = await openBenchIntake(data);
  try {
    const { accounts, profiles } = intake;
    const email = 'bench@example.com';
    const { tenantId } = await accounts.createTenant({ name: TENANT_NAME, domains: [], email });
    const source = readFileSync(definitionFile, 'utf8');
    const { definition } = await accounts.addDefinition(tenantId, source, 'simulated-dating.v1.yaml');
    const { domain } = definition;
    await accounts.setThreshold(tenantId, domain, NEVER);
    const world = simulatePeople(count, SEED);
    for (let from = 0; from < count; from += PEOPLE_A_CALL) {
      const part = world.people.slice(from, from + PEOPLE_A_CALL);
      await Promise.all(
        part.map(({ userId, ...fields }) => profiles.upsert(tenantId, { user_id: userId, domain, fields })),
      );
    }
    const learn = openBenchLearning(intake);
    const outcomes = simulateOutcomes(world, wanted, SEED);
    let [triplets, sent] = [0, 0];
    while (triplets < wanted && sent < wanted) {
      const to = Math.min(wanted, sent + MAX_FEEDBACK_ITEMS);
      const items = Array.from({ length: to - sent }, (_, at) => ({
        seeker_id: outcomes.people[outcomes.seekers[sent + at]!]!,
        candidate_id: outcomes.people[outcomes.candidates[sent + at]!]!,
        outcome: outcomes.labels[sent + at] === 1 ? 'accepted' : 'rejected',
        weight: 1,
      }));
      const { triplets_pending_train } = await learn.feedback(tenantId, { domain, items });
      triplets = triplets_pending_train;
      sent = to;
    }
    return { triplets, outcomes: sent, people: count, domain };
  } finally {
    await intake.close();
  }
}
