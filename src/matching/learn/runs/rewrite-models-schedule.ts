/**
 * Removes erased people from the files of stored ranking models. Readers already ignore marked people from
 * the commit of the erasure on (`storage/sql/learning/erased-from-models.ts`). This job also removes their
 * ids from the disk.
 *
 * Every step can be repeated. The marks are deleted last, so after a crash the whole job runs again. Files
 * that it left behind do not belong to the model and are removed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { newUlid } from '../../../contract/new-id.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { LearningStore, StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { loadRankingModel, loadValidatedModel } from '../../ranking/models/load-ranking-model.ts';
import { withScorecardsOf } from '../../ranking/models/present-words.ts';
import { encodeRankingModel } from '../../ranking/ranking-model.ts';
import { writeFiles } from './keep-files.ts';

interface RewriteParts {
  readonly learning: Pick<
    LearningStore,
    'rankingModelsToRewrite' | 'rankingModel' | 'replaceRankingModel' | 'forgetErasedMarks'
  >;
  readonly artifacts: ArtifactStore;
}

const EVERY_MS = 30_000;
/** Grace period for readers that still hold the keys of the earlier files. */
const READERS_MS = 1000;

export function rewriteModelsSchedule(parts: RewriteParts): Schedule {
  return {
    kind: 'rewrite_heads',
    everyMs: EVERY_MS,
    async run({ signal }) {
      for (const { owner, version } of await parts.learning.rankingModelsToRewrite()) {
        if (signal.aborted) return;
        const model = await parts.learning.rankingModel(owner, version);
        if (model !== null) await rewriteModel(parts, model);
      }
    },
  };
}

async function rewriteModel({ learning, artifacts }: RewriteParts, model: StoredRankingModel): Promise<void> {
  const { tenantId, runId, version, erased } = model;
  const folder = `${tenantId}/models/${runId}/`;
  const validated = await loadValidatedModel(artifacts, model);
  const encoded = encodeRankingModel(await loadRankingModel(artifacts, model), validated ?? undefined);
  const files = await writeFiles(artifacts, `${folder}${newUlid()}-`, encoded.files);
  await learning.replaceRankingModel(tenantId, version, {
    card: withScorecardsOf(model.card, encoded.card),
    files,
  });
  await wait(READERS_MS);
  await removeOthers(artifacts, folder, new Set(files.map(({ key }) => key)));
  await learning.forgetErasedMarks(tenantId, runId, erased);
}

async function removeOthers(
  artifacts: ArtifactStore,
  folder: string,
  kept: ReadonlySet<string>,
): Promise<void> {
  const others: string[] = [];
  for await (const { key } of artifacts.list('models')) {
    if (key.startsWith(folder) && !kept.has(key)) others.push(key);
  }
  for (const key of others) await artifacts.remove(key);
}
