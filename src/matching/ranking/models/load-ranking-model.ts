/** Reads a stored model: the card from the store, the files from the artifact store. */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { withoutPeople } from '../person-effects.ts';
import { decodeRankingModel, decodeValidatedModel, type RankingModel } from '../ranking-model.ts';

type Artifacts = Pick<ArtifactStore, 'read'>;
type Stored = Pick<StoredRankingModel, 'version' | 'card' | 'files' | 'erased'>;

/** Leaves out people who were erased since. Throws for a missing or changed file. */
export async function loadRankingModel(artifacts: Artifacts, stored: Stored): Promise<RankingModel> {
  return withoutErased(await decodeRankingModel(stored.card, readerOf(artifacts, stored)), stored);
}

/** The model that was validated in its place, fitted without held-out outcomes. null: stored without one. */
export async function loadValidatedModel(artifacts: Artifacts, stored: Stored): Promise<RankingModel | null> {
  const validated = await decodeValidatedModel(stored.card, readerOf(artifacts, stored));
  return validated === null ? null : withoutErased(validated, stored);
}

function readerOf(artifacts: Artifacts, { version, files }: Stored) {
  return async (part: string): Promise<Uint8Array> => {
    const file = files.find((file) => file.part === part);
    if (file === undefined) throw new Error(`ranking model ${version} has no file ${part}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of artifacts.read(file.key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
}

function withoutErased(model: RankingModel, { erased }: Stored): RankingModel {
  return erased.length === 0
    ? model
    : { ...model, personEffects: withoutPeople(model.personEffects, new Set(erased)) };
}
