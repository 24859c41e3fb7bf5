import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/**
 * `hf:NAME` or `hf:NAME@REVISION`: downloads the files of a model from the hub once into the cache; it is
 * then a folder like any other. A file gets its name only when it is complete.
 */

/** Downloaded last: if it is there, all files are. */
const MODEL = 'onnx/model.onnx';
const FILES: readonly { readonly path: string; readonly needed: boolean }[] = [
  { path: 'config.json', needed: true },
  { path: 'tokenizer.json', needed: true },
  { path: 'tokenizer_config.json', needed: true },
  { path: '1_Pooling/config.json', needed: false },
  { path: 'sentence_bert_config.json', needed: false },
  { path: 'config_sentence_transformers.json', needed: false },
  { path: MODEL, needed: true },
];

const NAME = /^[\w.-]+\/[\w.-]+$/;

export interface DownloadOptions {
  readonly cacheFolder: string;
  readonly hubUrl?: string;
  /** For gated models. */
  readonly token?: string;
}

/** The folder that holds the model's files. */
export async function downloadFolder(setting: string, options: DownloadOptions): Promise<string> {
  const [name, revision = 'main'] = setting.split('@') as [string, string?];
  if (!NAME.test(name) || name.includes('..')) {
    throw new Error(`"${setting}" is no model name; expected OWNER/MODEL or OWNER/MODEL@REVISION`);
  }
  const folder = join(options.cacheFolder, `${name.replace('/', '--')}@${revision.replaceAll('/', '--')}`);
  if (await exists(join(folder, MODEL))) return folder;
  const base = `${options.hubUrl ?? 'https://huggingface.co'}/${name}/resolve/${encodeURIComponent(revision)}`;
  for (const { path, needed } of FILES) {
    const target = join(folder, path);
    if (!(await exists(target))) await download(`${base}/${path}`, target, needed, options.token);
  }
  return folder;
}

async function download(url: string, target: string, needed: boolean, token?: string): Promise<void> {
  const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {}).catch(
    (cause) => {
      throw new Error(`cannot reach ${url}; put the model into a folder and use folder:PATH instead`, {
        cause,
      });
    },
  );
  if (response.status === 404 && !needed) return void (await response.body?.cancel());
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}${needed ? '; the model needs this file' : ''}`);
  }
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.${process.pid}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(part));
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
