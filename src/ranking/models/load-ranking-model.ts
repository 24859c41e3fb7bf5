/** A stored head, read whole: its card stands in the store, its files among the artifacts. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { StoredRankingModel } from '../../storage/learning-store.ts';
import { withoutPeople } from '../person-effects.ts';
import { decodeRankingModel, type RankingModel } from '../ranking-model.ts';

/** Without who was erased since. Throws for a file that is missing or was changed. */
export async function loadRankingModel(
  artifacts: Pick<ArtifactStore, 'read'>,
  { version, card, files, erased }: Pick<StoredRankingModel, 'version' | 'card' | 'files' | 'erased'>,
): Promise<RankingModel> {
  const model = await decodeRankingModel(card, async (part) => {
    const file = files.find((one) => one.part === part);
    if (file === undefined) throw new Error(`head ${version} has no file ${part}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of artifacts.read(file.key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  return erased.length === 0 ? model : { ...model, people: withoutPeople(model.people, new Set(erased)) };
}
