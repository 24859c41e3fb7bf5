/** The caller's end of the codebook thread, which starts with the first bundle. */
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { CodeAssigner, OpenedBundle } from './code-assigner.ts';
import type { CodeAnswer, CodeRequest } from './code-protocol.ts';

const script = new URL('./code-worker.ts', import.meta.url);

export function createCodeClient(): CodeAssigner {
  const worker = new WorkerClient<CodeRequest, CodeAnswer>(script, { name: 'codebooks' });
  return {
    open: async (key, bytes) => (await worker.call({ kind: 'open', key, bytes })) as OpenedBundle,
    codesOf: async (key, vectors) => {
      const transfer = [vectors.buffer as ArrayBuffer];
      return (await worker.call({ kind: 'codes', key, vectors }, { transfer })) as Uint16Array | null;
    },
    forget: (key) => worker.notify({ kind: 'forget', key }),
    close: () => worker.close(),
  };
}
