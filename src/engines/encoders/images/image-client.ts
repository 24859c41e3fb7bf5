/** The caller's end of an image network: pixels in, one vector out. */
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { ImageAnswer, ImageRequest, ImageSetup } from './image-protocol.ts';

const script = new URL('./image-worker.ts', import.meta.url);

export class ImageClient {
  readonly #worker: WorkerClient<ImageRequest, ImageAnswer>;

  constructor(modelPath: string) {
    this.#worker = new WorkerClient(script, {
      name: 'image encoder',
      isNative: true,
      data: { modelPath } satisfies ImageSetup,
    });
  }

  /** `planes`: pixels, one colour channel after another; their buffer is transferred to the thread. */
  run(planes: Float32Array<ArrayBuffer>, shape: readonly number[]): Promise<ImageAnswer> {
    return this.#worker.call({ planes, shape }, { transfer: [planes.buffer] });
  }

  /** Pending calls reject at once. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}
