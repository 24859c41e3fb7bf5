import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { EncodeClient } from '../encode-client.ts';
import { encodeInParts, encodeProfileWith } from '../encode-in-parts.ts';
import type { TextEncoder as Encoder, EncoderIdentity, ProfileVectors } from '../text-encoder.ts';
import { toUnitNorm } from '../to-unit-norm.ts';
import type { WorkerSetup } from './encode-worker.ts';
import { readFolderSettings } from './read-folder-settings.ts';
import { TextBatcher } from './text-batcher.ts';

/** A sentence-transformers folder with an ONNX model, run by @huggingface/transformers in a worker thread. */

export interface FolderOptions {
  /** Name in the identity; the folder's own name by default. */
  readonly name?: string;
  readonly version?: string;
  /** Prepended to every text, in place of the prefix in the folder's files. */
  readonly prefix?: string;
  /** ONNX Runtime's threads; all processors but one by default. */
  readonly threads?: number;
}

const MODEL_FILES = ['onnx/model.onnx', 'model.onnx', 'onnx/model_quantized.onnx'];
/** Files that determine the vectors, besides the model file. */
const DECIDING_FILES = [
  'tokenizer.json',
  '1_Pooling/config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
];
const script = new URL('./encode-worker.ts', import.meta.url);
const BATCH_SIZE = 32;
/** English has about four letters a token; two leave room for other scripts. */
const UNITS_A_TOKEN = 2;

export class FolderTextEncoder implements Encoder {
  readonly identity: EncoderIdentity;
  readonly #client: EncodeClient;
  readonly #batcher: TextBatcher;
  readonly #partUnits: number;

  private constructor(identity: EncoderIdentity, client: EncodeClient, partUnits: number) {
    this.identity = identity;
    this.#client = client;
    this.#partUnits = partUnits;
    this.#batcher = new TextBatcher(
      async (texts) => (await client.encode(texts)).map(toUnitNorm),
      BATCH_SIZE,
    );
  }

  static async open(path: string, options: FolderOptions = {}): Promise<FolderTextEncoder> {
    const folder = resolve(path);
    const modelFile = await findModel(folder);
    const read = await readFolderSettings(folder);
    const settings = { ...read, prefix: options.prefix ?? read.prefix };
    const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
    const setup: WorkerSetup = { folder, modelFile, settings, threads };
    const client = new EncodeClient(script, setup, { isNative: true });
    try {
      const [[probe], weightsHash] = await Promise.all([
        client.encode(['dimension']),
        hashOf(folder, modelFile, settings.prefix),
      ]);
      const { name = basename(folder), version = '1' } = options;
      const identity = { name, version, dimension: probe!.length, weightsHash };
      return new FolderTextEncoder(identity, client, settings.maxTokens * UNITS_A_TOKEN);
    } catch (cause) {
      await client.close();
      throw new Error(`cannot load the text encoder in ${folder}: ${(cause as Error).message}`, { cause });
    }
  }

  encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const limits = { partUnits: this.#partUnits, dimension: this.identity.dimension };
    return encodeInParts(texts, limits, (parts) => this.#batcher.encode(parts));
  }

  encodeProfile(text: string): Promise<ProfileVectors> {
    return encodeProfileWith((texts) => this.encode(texts), text);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function findModel(folder: string): Promise<string> {
  for (const file of MODEL_FILES) if (await exists(join(folder, file))) return file;
  throw new Error(
    `${folder} has no ${MODEL_FILES.join(', ')}; export the model to ONNX first (optimum-cli export onnx)`,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function hashOf(folder: string, modelFile: string, prefix: string): Promise<string> {
  const hash = createHash('sha256').update(prefix);
  for (const file of [modelFile, ...DECIDING_FILES]) {
    const path = join(folder, file);
    hash.update(`\0${file}\0`);
    if (await exists(path)) for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
