/** Removes bundles that no tokenizer refers to: those of abandoned and repeated fits. */
import { parseArtifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { TokenizerStore } from '../../../platform/storage/tokenizer-store.ts';

const EVERY_MS = 3_600_000;
/** Longest time between writing a file and the transaction that refers to it. */
const UNREFERENCED_MARGIN_MS = 3_600_000;

export function bundleCollection(parts: {
  readonly tokenizers: Pick<TokenizerStore, 'get'>;
  readonly artifacts: ArtifactStore;
  readonly clock: () => number;
}): Schedule {
  const { tokenizers, artifacts, clock } = parts;
  return {
    kind: 'collect_bundles',
    everyMs: EVERY_MS,
    run: async ({ signal }) => {
      const before = clock() - UNREFERENCED_MARGIN_MS;
      for await (const { key, modifiedMs } of artifacts.list('tokenizers')) {
        signal.throwIfAborted();
        if (modifiedMs >= before) continue;
        const { tenant, resourceId } = parseArtifactKey(key);
        const tokenizer = await tokenizers.get(tenant, resourceId);
        if (tokenizer === null || (tokenizer.made?.file.key !== key && isEnded(tokenizer.status)))
          await artifacts.remove(key);
      }
    },
  };
}

function isEnded(status: string): boolean {
  return status === 'ready' || status === 'failed';
}
