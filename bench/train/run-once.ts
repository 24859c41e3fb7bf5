/**
 * One training run over the simulated tenant, as the process of a run does it; prints the time of its parts,
 * ms. `interaction`: draws labels that no sum of terms can predict, because they depend on pairs of fields.
 * So the cross encoder is trained to its end.
 */
import { openPairSides } from '../../src/composition/open-pair-sides.ts';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { fitRankingModel } from '../../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../../src/matching/learn/fit/score-pairs.ts';
import { servingModels } from '../../src/matching/learn/runs/serving-models.ts';
import { trainAndValidate } from '../../src/matching/learn/runs/train-and-validate.ts';
import { buildTrainingSet } from '../../src/matching/learn/set/build-training-set.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { encodeRankingModel, type RankingModel } from '../../src/matching/ranking/ranking-model.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { TENANT_NAME } from './write-simulated-tenant.ts';

const [, , folder, labels] = process.argv;
const { store, accounts, close } = await openStoreAndAccounts({ data: folder! });
const parts: Record<string, number> = {};
let since = performance.now();
const lap = (part: string) => {
  parts[part] = (parts[part] ?? 0) + performance.now() - since;
  since = performance.now();
};
const { tenantId, domains } = await accounts.findTenant(TENANT_NAME);
const { definition, labels: polarities } = await accounts.domainFor(tenantId, domains[0]!.domain);
const [person] = await store.profiles.vectors(tenantId, 'p0');
const frozenAt = new Date(Date.now() + 1000).toISOString();
const read = await buildTrainingSet(store, {
  tier: 'tenant',
  definition,
  encoderId: person!.encoderId,
  frozenAt,
  sources: [{ tenantId, polarities }],
  runId: null,
});
const set = labels === 'interaction' ? interacting(read) : read;
lap('reading the set');
const nothing = { read: () => Promise.reject(new Error('there is no model yet')) };
const models = await servingModels(
  { learning: store.learning, artifacts: nothing as never },
  tenantId,
  definition,
  'tenant',
);
const fitted: RankingModel[] = [];
const measuredFit: typeof fitRankingModel = async (trainingSet, options) => {
  lap('the gate');
  const model = await fitRankingModel(trainingSet, options);
  fitted.push(model);
  lap(options.like === undefined ? 'the fit that is judged' : 'the fit that serves');
  return model;
};
const trained = await trainAndValidate(
  { fitRankingModel: measuredFit, scorePairs },
  {
    set,
    models,
    isHeldOut: await openPairSides(store),
    version: 'bench@1',
    seed: 1,
    signal: new AbortController().signal,
    onFit: () => undefined,
    onEvaluate: () => undefined,
  },
);
lap('the gate');
if (fitted.length === 1) {
  const rows = Uint32Array.from(set.outcomes.labels.keys());
  await measuredFit(set, { rows, base: models.base, version: 'bench@2', seed: 1, like: fitted[0]! });
}
const { files } = encodeRankingModel(trained.model!);
lap('the files');
await close();
const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
console.log(
  JSON.stringify({
    parts,
    cpuSeconds: process.resourceUsage().userCPUTime / 1e6,
    verdict: `model of ${(bytes / 1024).toFixed(0)} KiB, ${set.triplets.seekers.length} triplets read; cross encoder ${fitted[0]!.card.parts.cross_encoder!.reason}`,
  }),
);

/** Older seekers want people of their own goal, younger ones of another; one label in ten is chance. */
function interacting(set: TrainingSet): TrainingSet {
  const random = new SeededRandom(1);
  const { seekers, candidates } = set.outcomes;
  const fieldOf = (person: number, name: string) => set.people[person]!.row?.fields[name];
  const labels = Uint8Array.from(seekers, (seeker, n) => {
    const isOlder = Number(fieldOf(seeker, 'age')) > 35;
    const isSame = fieldOf(seeker, 'goal') === fieldOf(candidates[n]!, 'goal');
    return Number(random.uniform() < 0.1 ? random.uniform() < 0.5 : isOlder === isSame);
  });
  return { ...set, outcomes: { ...set.outcomes, labels } };
}
