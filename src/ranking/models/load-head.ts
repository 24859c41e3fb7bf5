/** A stored head, read whole: its card stands in the store, its files among the artifacts. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { ModelHead } from '../../storage/learning-store.ts';
import { type DomainHead, decodeDomainHead } from '../domain-head.ts';

/** Throws for a file that is missing or was changed. */
export function loadHead(
  artifacts: Pick<ArtifactStore, 'read'>,
  { version, card, files }: Pick<ModelHead, 'version' | 'card' | 'files'>,
): Promise<DomainHead> {
  return decodeDomainHead(card, async (part) => {
    const file = files.find((one) => one.part === part);
    if (file === undefined) throw new Error(`head ${version} has no file ${part}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of artifacts.read(file.key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}
