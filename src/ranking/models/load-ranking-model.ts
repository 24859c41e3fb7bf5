/** Reads a stored model: the card from the store, the files from the artifact store. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { StoredRankingModel } from '../../storage/learning-store.ts';
import { withoutPeople } from '../person-effects.ts';
import { decodeRankingModel, type RankingModel } from '../ranking-model.ts';

/** Leaves out people who were erased since. Throws for a missing or changed file. */
export async function loadRankingModel(
  artifacts: Pick<ArtifactStore, 'read'>,
  { version, card, files, erased }: Pick<StoredRankingModel, 'version' | 'card' | 'files' | 'erased'>,
): Promise<RankingModel> {
  const model = await decodeRankingModel(card, async (part) => {
    const file = files.find((one) => one.part === part);
    if (file === undefined) throw new Error(`ranking model ${version} has no file ${part}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of artifacts.read(file.key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  return erased.length === 0
    ? model
    : { ...model, personEffects: withoutPeople(model.personEffects, new Set(erased)) };
}
