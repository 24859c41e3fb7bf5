/** The experiments of a store, and of the model, in one form. */
import type { StoredExperiment } from '../experiment-store.ts';
import type { Store } from '../store.ts';
import { allPages } from './against-model.ts';
import { domains, tenants } from './match-steps.ts';
import type { ModelExperiments } from './model-experiments.ts';

const POSITIVE = ['accepted', 'converted'];

const inOrder = <Row>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const sameKeys = ({ arm, unit, ...counts }: Record<string, unknown>) => ({ arm, unit, ...counts });

export async function stateOf({ experiments, learning }: Store, model: ModelExperiments) {
  const ofOne = async (experiment: StoredExperiment) => {
    const { tenantId, experimentId } = experiment;
    const other = tenants.find((each) => each !== tenantId)!;
    const units = await experiments.unitCounts(experiment, POSITIVE);
    return {
      found: await experiments.find(experimentId),
      results: await experiments.results(tenantId, experimentId),
      last: await experiments.lastResult(tenantId, experimentId),
      ofOther: [
        await experiments.results(other, experimentId),
        await experiments.latencies(other, experimentId),
      ],
      dropped: (await experiments.shadow(tenantId, experimentId)).dropped,
      units: inOrder(units.map((unit) => JSON.stringify(Object.entries(sameKeys({ ...unit })).sort()))),
      latencies: inOrder(await experiments.latencies(tenantId, experimentId)),
      exposure: await experiments.exposure(tenantId, experimentId),
    };
  };
  const ids = (list: readonly StoredExperiment[]) => list.map(({ experimentId }) => experimentId);
  return {
    each: await Promise.all(model.of(null).map(ofOne)),
    pages: await Promise.all(
      [null, ...tenants].map(async (tenantId) =>
        ids(
          await allPages(
            (before, limit) => experiments.page({ tenantId, before, limit }),
            ({ experimentId }) => experimentId,
          ),
        ),
      ),
    ),
    running: await Promise.all(
      tenants.flatMap((owner) => domains.map((domain) => experiments.running(owner, domain))),
    ),
    allRunning: ids(await experiments.allRunning()).sort(),
    version: await learning.modelsVersion(),
  };
}

export function stateOfModel(model: ModelExperiments) {
  const ofOne = (experiment: StoredExperiment) => {
    const { experimentId } = experiment;
    const results = model.resultsOf(experimentId);
    const units = model.unitCounts(experiment, POSITIVE);
    return {
      ...{ found: experiment, results, last: results.at(-1) ?? null, ofOther: [[], []] },
      dropped: model.dropped.get(experimentId) ?? 0,
      units: inOrder(units.map((unit) => JSON.stringify(Object.entries(sameKeys(unit)).sort()))),
      latencies: latencies(model, experimentId),
      exposure: exposure(model, experimentId),
    };
  };
  const ids = (list: readonly StoredExperiment[]) => list.map(({ experimentId }) => experimentId);
  return {
    each: model.of(null).map(ofOne),
    pages: [null, ...tenants].map((owner) => ids(model.of(owner))),
    running: tenants.flatMap((owner) => domains.map((domain) => model.running(owner, domain))),
    allRunning: ids(model.of(null).filter(({ isRunning }) => isRunning)).sort(),
    version: model.changes,
  };
}

function latencies(model: ModelExperiments, experimentId: string) {
  const groups = Map.groupBy(
    model.matchesOf(experimentId),
    ({ experiment: { arm, latencyBucket: bucket } }) => JSON.stringify({ arm, bucket }),
  );
  return inOrder([...groups].map(([key, matches]) => ({ ...JSON.parse(key), matches: matches.length })));
}

function exposure(model: ModelExperiments, experimentId: string) {
  const people = Map.groupBy(model.pairsOf(experimentId), ({ arm, candidate }) => `${arm} ${candidate}`);
  const times = [...people.values()].map((shownTo) => ({ arm: shownTo[0]!.arm, times: shownTo.length }));
  const groups = Map.groupBy(times, (each) => JSON.stringify(each));
  return [...groups.values()]
    .map((same) => ({ ...same[0]!, people: same.length }))
    .sort((a, b) => a.arm - b.arm || a.times - b.times);
}
