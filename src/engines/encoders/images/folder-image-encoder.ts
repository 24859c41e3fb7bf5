/**
 * A folder with an image network as ONNX, as model hubs ship them (CLIP's vision half, SigLIP, DINOv2,
 * MobileNet …): `onnx/vision_model.onnx`, `onnx/model.onnx` or the same without `onnx/`, and
 * `preprocessor_config.json`. It runs in a worker thread, because ONNX Runtime blocks the calling thread.
 */
import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ImageEncoder } from '../image-encoder.ts';
import type { EncoderIdentity } from '../text-encoder.ts';
import { toUnitNorm } from '../to-unit-norm.ts';
import { decodeImage } from './decode-image.ts';
import { ImageClient } from './image-client.ts';
import { type Preprocessing, readPreprocessing } from './read-preprocessing.ts';

const MODEL_FILES = ['onnx/vision_model.onnx', 'onnx/model.onnx', 'vision_model.onnx', 'model.onnx'];

export class FolderImageEncoder implements ImageEncoder {
  readonly identity: EncoderIdentity;
  readonly #client: ImageClient;
  readonly #preprocessing: Preprocessing;

  private constructor(identity: EncoderIdentity, client: ImageClient, preprocessing: Preprocessing) {
    this.identity = identity;
    this.#client = client;
    this.#preprocessing = preprocessing;
  }

  /** Throws an Error that names the missing file. */
  static async open(path: string): Promise<FolderImageEncoder> {
    const folder = resolve(path);
    const modelFile = await findModel(folder);
    const [weights, config] = await Promise.all([
      readFile(join(folder, modelFile)),
      readFile(join(folder, 'preprocessor_config.json'), 'utf8').catch(() => '{}'),
    ]);
    const weightsHash = createHash('sha256').update(weights).update(config).digest('hex');
    const preprocessing = readPreprocessing(JSON.parse(config));
    const client = new ImageClient(join(folder, modelFile));
    try {
      const { width, height } = preprocessing;
      // The dimension is known only from an output.
      const probe = await client.run(new Float32Array(3 * width * height), [1, 3, height, width]);
      const identity = { name: basename(folder), version: '1', dimension: probe.length, weightsHash };
      return new FolderImageEncoder(identity, client, preprocessing);
    } catch (error) {
      await client.close();
      throw new Error(`${modelFile} of ${folder} cannot be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async encode(images: readonly Uint8Array[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const bytes of images) vectors.push(await this.#encodeOne(bytes));
    return vectors;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** One at a time: the vector of an image must not depend on other images of a batch. */
  async #encodeOne(bytes: Uint8Array): Promise<Float32Array> {
    const { width, height, crop, mean, deviation, scale } = this.#preprocessing;
    const { data } = await decodeImage(bytes, { width, height, crop });
    const planes = new Float32Array(3 * width * height);
    for (let at = 0; at < width * height; at++)
      for (let channel = 0; channel < 3; channel++)
        planes[channel * width * height + at] =
          (data[3 * at + channel]! * scale - mean[channel]!) / deviation[channel]!;
    return toUnitNorm(await this.#client.run(planes, [1, 3, height, width]));
  }
}

async function findModel(folder: string): Promise<string> {
  for (const file of MODEL_FILES) {
    const isThere = await access(join(folder, file)).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  throw new Error(`${folder} has no image network; expected one of ${MODEL_FILES.join(', ')}`);
}
