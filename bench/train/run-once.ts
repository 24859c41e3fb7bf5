/**
 * One training run over the simulated tenant, as the process of a run does it; prints the time of its parts,
 * ms.
 */
import { openPairSides } from '../../src/composition/open-pair-sides.ts';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { fitRankingModel } from '../../src/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../../src/learn/fit/score-pairs.ts';
import { servingModels } from '../../src/learn/runs/serving-models.ts';
import { trainAndValidate } from '../../src/learn/runs/train-and-validate.ts';
import { buildTrainingSet } from '../../src/learn/set/build-training-set.ts';
import { encodeRankingModel } from '../../src/ranking/ranking-model.ts';
import { TENANT_NAME } from './write-simulated-tenant.ts';

const { store, accounts, close } = await openStoreAndAccounts({ data: process.argv[2]! });
const parts: Record<string, number> = {};
let since = performance.now();
const lap = (part: string) => {
  parts[part] = performance.now() - since;
  since = performance.now();
};
const { tenantId, domains } = await accounts.findTenant(TENANT_NAME);
const { definition, labels } = await accounts.domainFor(tenantId, domains[0]!.domain);
const [person] = await store.profiles.vectors(tenantId, 'p0');
const frozenAt = new Date(Date.now() + 1000).toISOString();
const set = await buildTrainingSet(store, {
  tier: 'tenant',
  definition,
  encoderId: person!.encoderId,
  frozenAt,
  sources: [{ tenantId, polarities: labels }],
  runId: null,
});
lap('reading the set');
const nothing = { read: () => Promise.reject(new Error('there is no model yet')) };
const models = await servingModels(
  { learning: store.learning, artifacts: nothing as never },
  tenantId,
  definition,
  'tenant',
);
const trained = await trainAndValidate(
  { fitRankingModel, scorePairs },
  {
    set,
    models,
    isHeldOut: await openPairSides(store),
    version: 'bench@1',
    seed: 1,
    trainedAt: frozenAt,
    signal: new AbortController().signal,
    onFit: () => undefined,
    onEvaluate: () => lap('the fit'),
  },
);
lap('the gate');
const { files } = encodeRankingModel(trained.model!);
lap('the files');
await close();
const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
console.log(
  JSON.stringify({
    parts,
    cpuSeconds: process.resourceUsage().userCPUTime / 1e6,
    verdict: `model of ${(bytes / 1024).toFixed(0)} KiB, ${set.triplets.seekers.length} triplets read: ${trained.reason}`,
  }),
);
