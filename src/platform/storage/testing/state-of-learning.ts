/** The triplets, runs and ranking models of a store, and of the model, in one form. */
import type { TenantId } from '../../../contract/brands.ts';
import type { Tier } from '../../../contract/tier.ts';
import { EVERY_DOMAIN, SHARED_OWNER, type StandingOutcome, type Triplet } from '../learning-store.ts';
import type { Store } from '../store.ts';
import { allPages, isoDay } from './against-model.ts';
import { domains, tenants } from './match-steps.ts';
import type { ModelLearning } from './model-learning.ts';
import type { ModelTriplet } from './model-triplets.ts';

export const owners = [...tenants, SHARED_OWNER];
const UNTIL = isoDay(20);
const MOST_DEPLOYED = 2;

const inOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
const places = tenants.flatMap((tenant) => domains.map((domain) => ({ tenant, domain })));
const tiers: readonly (readonly [owner: TenantId, domain: string, tier: Tier])[] = [
  ...places.map(({ tenant, domain }) => [tenant, domain, 'tenant'] as const),
  ...domains.map((domain) => [SHARED_OWNER, domain, 'domain'] as const),
  [SHARED_OWNER, EVERY_DOMAIN, 'general'],
];
const versionsOf = ({ models }: ModelLearning) => [...new Set(models.map(({ version }) => version))].sort();

async function rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

export async function stateOf({ learning }: Store, model: ModelLearning) {
  const taken = async (tenant: TenantId, domain: string, runId: string | null) =>
    inOrder((await rowsOf(learning.tripletsOf(tenant, domain, runId, 2))).map(asRead));
  const asRead = ({ tripletId: _, ...triplet }: Triplet) => triplet;
  return {
    places: await Promise.all(
      places.map(async ({ tenant, domain }) => ({
        pending: await learning.pendingTriplets(tenant, domain),
        all: await taken(tenant, domain, null),
        taken: await Promise.all(model.runs.map(({ runId }) => taken(tenant, domain, runId))),
        outcomes: await rowsOf(learning.outcomesUntil(tenant, domain, UNTIL, 2)),
        serving: await learning.rankingModelsFor(tenant, domain),
      })),
    ),
    runs: await Promise.all(
      owners.map(async (owner) => ({
        all: await allPages(
          (before, limit) => learning.listRuns(owner, { before, limit }),
          ({ runId }) => runId,
        ),
        ofDomain: await learning.listRuns(owner, { domain: domains[0], before: null, limit: 100 }),
        byId: await Promise.all(model.runs.map(({ runId }) => learning.run(owner, runId))),
        models: await Promise.all(versionsOf(model).map((each) => learning.rankingModel(owner, each))),
      })),
    ),
    deployed: await Promise.all(tiers.map((tier) => learning.deployedModels(...tier, MOST_DEPLOYED))),
    learned: await Promise.all(
      model.runs.map(async ({ runId }) => [...(await learning.learnedFrom(runId))].sort()),
    ),
    toRewrite: inOrder(await learning.rankingModelsToRewrite()),
    version: await learning.modelsVersion(),
  };
}

export function stateOfModel(model: ModelLearning) {
  const stored = model.stored();
  return {
    places: places.map((place) => {
      const all = model.of(place);
      return {
        pending: model.pending(place).length,
        all: inOrder(all.map(asRead)),
        taken: model.runs.map((run) => inOrder(all.filter(({ runId }) => runId === run.runId).map(asRead))),
        outcomes: outcomesOf(model, place),
        serving: model.serving(place.tenant, place.domain),
      };
    }),
    runs: owners.map((owner) => {
      const all = model.runsOf(owner);
      const ofOwner = stored.filter(({ tenantId }) => tenantId === owner);
      return {
        all,
        ofDomain: all.filter(({ domain }) => domain === domains[0]),
        byId: model.runs.map(({ runId }) => all.find((run) => run.runId === runId) ?? null),
        models: versionsOf(model).map((each) => ofOwner.find(({ version }) => version === each) ?? null),
      };
    }),
    deployed: tiers.map(([owner, domain, tier]) =>
      stored
        .filter((each) => each.tenantId === owner && each.domain === domain && each.tier === tier)
        .filter(({ deployedAt }) => deployedAt !== null)
        .sort((a, b) => (a.deployedAt! < b.deployedAt! ? 1 : -1))
        .slice(0, MOST_DEPLOYED),
    ),
    learned: model.runs.map((run) =>
      model.learned
        .filter(({ runId }) => runId === run.runId)
        .map(({ tenant, userId }) => `${tenant}/${userId}`)
        .sort(),
    ),
    toRewrite: inOrder(
      stored
        .filter(({ erased }) => erased.length > 0)
        .map(({ tenantId: owner, version }) => ({ owner, version })),
    ),
    version: model.changes,
  };
}

function asRead({ seeker, candidate, positive, negative, weight }: ModelTriplet): Omit<Triplet, 'tripletId'> {
  return { seekerId: seeker, candidateId: candidate, positiveId: positive, negativeId: negative, weight };
}

function outcomesOf(model: ModelLearning, place: (typeof places)[number]): readonly StandingOutcome[] {
  const keyOf = ({ at, seekerId, candidateId }: StandingOutcome) => `${at} ${seekerId} ${candidateId}`;
  return model
    .current(place.tenant, place.domain)
    .filter(({ at }) => at <= UNTIL)
    .map(({ seeker: seekerId, candidate: candidateId, label, weight, at }) => {
      return { seekerId, candidateId, label, weight, matchId: null, at, keyId: null };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
