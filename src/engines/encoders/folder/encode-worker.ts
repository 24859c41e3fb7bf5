import { basename, dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';
import {
  AutoModel,
  AutoTokenizer,
  env,
  type PreTrainedModel,
  type PreTrainedTokenizer,
} from '@huggingface/transformers';
import { Transferred } from '../../../platform/threads/answered.ts';
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import type { EncodeAnswer, EncodeRequest } from '../encode-protocol.ts';
import type { FolderSettings } from './read-folder-settings.ts';

/**
 * Runs in a worker thread, because ONNX Runtime blocks the calling thread. N texts, T tokens, D dimensions.
 */

export interface WorkerSetup {
  readonly folder: string;
  readonly modelFile: string;
  readonly settings: FolderSettings;
  readonly threads: number;
}

const { folder, modelFile, settings, threads } = workerData as WorkerSetup;
env.allowRemoteModels = false;

const ready = load();
// Each request rejects with this error.
ready.catch(() => undefined);

async function load(): Promise<{ tokenizer: PreTrainedTokenizer; model: PreTrainedModel }> {
  const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await AutoModel.from_pretrained(folder, {
    local_files_only: true,
    subfolder: dirname(join('/', modelFile)).slice(1),
    model_file_name: basename(modelFile, '.onnx'),
    dtype: 'fp32',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  return { tokenizer, model };
}

/** float32 [N × D], not normalised. */
async function encode(texts: readonly string[]): Promise<EncodeAnswer> {
  const { tokenizer, model } = await ready;
  const inputs = tokenizer(
    texts.map((text) => settings.prefix + text),
    { padding: true, truncation: true, max_length: settings.maxTokens },
  );
  const output = await model(inputs);
  const hidden = output.last_hidden_state ?? output.token_embeddings;
  if (hidden === undefined)
    throw new Error(`the model gives ${Object.keys(output).join(', ')}, not last_hidden_state`);
  const [, tokens, dimension] = hidden.dims as [number, number, number];
  const mask = inputs.attention_mask.data as BigInt64Array;
  const vectors = new Float32Array(texts.length * dimension);
  for (let n = 0; n < texts.length; n++) {
    for (let t = 0; t < (settings.pooling === 'cls' ? 1 : tokens); t++) {
      if (mask[n * tokens + t] === 0n) continue;
      const from = (n * tokens + t) * dimension;
      for (let d = 0; d < dimension; d++) vectors[n * dimension + d]! += hidden.data[from + d];
    }
  }
  return { vectors, dimension };
}

serveOneByOne<EncodeRequest, EncodeAnswer>(async ({ texts = [] }) => {
  const answer = await encode(texts);
  return new Transferred(answer, [answer.vectors.buffer]);
});
