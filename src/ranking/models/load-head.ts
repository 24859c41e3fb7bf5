/** A stored head, read whole: its card stands in the store, its files among the artifacts. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { ModelHead } from '../../storage/learning-store.ts';
import { type DomainHead, decodeDomainHead } from '../domain-head.ts';
import { withoutPeople } from '../person-table.ts';

/** Without who was erased since. Throws for a file that is missing or was changed. */
export async function loadHead(
  artifacts: Pick<ArtifactStore, 'read'>,
  { version, card, files, erased }: Pick<ModelHead, 'version' | 'card' | 'files' | 'erased'>,
): Promise<DomainHead> {
  const head = await decodeDomainHead(card, async (part) => {
    const file = files.find((one) => one.part === part);
    if (file === undefined) throw new Error(`head ${version} has no file ${part}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of artifacts.read(file.key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  return erased.length === 0 ? head : { ...head, people: withoutPeople(head.people, new Set(erased)) };
}
