/** The ends of jobs that make tokenizers, models and simulations. */
import type { JobEnd } from '../job-store.ts';
import type { SimulationEnding } from '../simulation-store.ts';
import type { StoreChange } from '../store-change.ts';
import type { TokenizerMade } from '../tokenizer-store.ts';
import { isoDay } from './against-model.ts';
import { isEnded, type ModelJob, type ModelTokenizers } from './model-tokenizers.ts';

export const error = { code: 'internal', message: 'no', details: {} };

export type How = 'succeeded' | 'failed' | 'cancelled';
export const jobEnds: Readonly<Record<How, JobEnd>> = {
  succeeded: { status: 'succeeded', result: {} },
  failed: { status: 'failed', error },
  cancelled: { status: 'cancelled' },
};

/** The changes by which the job ends the resource that it made. */
export function changesOf(
  { tenantId, resource: { type, id } }: ModelJob,
  how: How,
  model: ModelTokenizers,
  at: number,
) {
  const changes: StoreChange[] = [];
  const isMade = how === 'succeeded';
  if (type === 'simulation') {
    const ending: SimulationEnding =
      how === 'succeeded'
        ? { status: how, result: { at } }
        : how === 'failed'
          ? { status: how, error }
          : { status: how };
    changes.push({ name: 'endSimulation', args: [tenantId, id, ending] });
  } else if (type === 'model') {
    const { tokenizerId } = model.models.find((each) => each.tenantId === tenantId && each.modelId === id)!;
    changes.push(
      isMade
        ? { name: 'completeModel', args: [tenantId, id, { ...adaptedModel, tokenizerId }] }
        : { name: 'failModel', args: [tenantId, id, error] },
    );
  } else if (!isMade) changes.push({ name: 'failTokenizer', args: [tenantId, id, error] });
  else if (!model.read(tenantId).some((each) => each.tokenizerId === id && isEnded(each)))
    changes.push({ name: 'completeTokenizer', args: [tenantId, id, madeOf(id)] });
  return changes;
}

const adaptedModel = {
  ...{ capabilities: [], itemCount: 3, maxHistoryItems: 50, embeddingDimensions: 16, evaluation: 'Good.' },
  ...{ report: {}, training: {}, files: [], readyAt: isoDay(0) },
};

export function end(job: ModelJob, how: How, changes: readonly StoreChange[], model: ModelTokenizers): void {
  model.setStatus(job, how);
  for (const change of changes) {
    if (change.name === 'endSimulation') model.endSimulation(...change.args);
    else if (change.name === 'failTokenizer') model.end(...change.args);
    else if (change.name === 'completeTokenizer') model.end(...change.args);
    else if (change.name === 'completeModel') model.endModel(change.args[0], change.args[1], 'ready');
    else if (change.name === 'failModel') model.endModel(change.args[0], change.args[1], 'failed');
  }
}

export function madeOf(tokenizerId: string): TokenizerMade {
  return {
    ...{ layout: { levels: 3, resolution: 'uniform', baseSize: 64 }, quantizer: null, itemCount: 3 },
    ...{ progressiveMasking: false, textEncoder: 'text@1', imageEncoder: null, utilization: [0.5, 1] },
    ...{ collisionRate: 0.25, diagnostics: { levels: 3 }, readyAt: isoDay(0) },
    file: { key: `${tokenizerId}.bin`, bytes: 10, sha256: 'ab' },
  };
}
