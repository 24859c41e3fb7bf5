import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Settings of a sentence-transformers folder from its own files: pooling (1_Pooling/config.json), the window
 * (sentence_bert_config.json, tokenizer_config.json) and the prefix (config_sentence_transformers.json).
 */
export interface FolderSettings {
  readonly pooling: 'mean' | 'cls';
  readonly maxTokens: number;
  /** Prepended to every text. Profiles are compared with profiles, so one prefix serves both sides. */
  readonly prefix: string;
}

const DEFAULT_MAX_TOKENS = 256;
const MOST_TOKENS = 8192;

export async function readFolderSettings(folder: string): Promise<FolderSettings> {
  const [pooling, sentenceBert, tokenizer, prompts] = await Promise.all(
    [
      '1_Pooling/config.json',
      'sentence_bert_config.json',
      'tokenizer_config.json',
      'config_sentence_transformers.json',
    ].map((name) => readJson(join(folder, name))),
  );
  return {
    pooling: poolingOf(folder, pooling!),
    maxTokens: Math.min(
      MOST_TOKENS,
      numberOf(sentenceBert!.max_seq_length) ?? numberOf(tokenizer!.model_max_length) ?? DEFAULT_MAX_TOKENS,
    ),
    prefix: prefixOf(prompts!),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** {} for a missing file: every one of them is optional. */
async function readJson(path: string): Promise<Json> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

function poolingOf(folder: string, config: Json): 'mean' | 'cls' {
  if (config.pooling_mode_cls_token === true) return 'cls';
  const asked = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  if (asked.length === 0 || asked.includes('pooling_mode_mean_tokens')) return 'mean';
  throw new Error(`${folder} asks for ${asked.join(', ')}; mean and CLS pooling are known`);
}

/**
 * The default prompt, else the prompt "query", which sentence-transformers and e5 use for symmetric tasks.
 */
function prefixOf(config: Json): string {
  const prompts = (config.prompts ?? {}) as Readonly<Record<string, string>>;
  const name = typeof config.default_prompt_name === 'string' ? config.default_prompt_name : 'query';
  return prompts[name] ?? '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value < 1e6 ? value : undefined;
}
