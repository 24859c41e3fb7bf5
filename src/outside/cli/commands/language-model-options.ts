/** The options of `tenants set` for language models. */
import type { Command } from 'commander';
import { extractionModes } from '../../../contract/extraction-modes.ts';
import type { LlmSettings } from '../../../platform/storage/store.ts';
import type { LanguageModelChange } from '../../accounts/set-language-model.ts';
import { UsageError } from '../usage-error.ts';

export interface LanguageModelOptions {
  readonly llmUrl?: string;
  readonly llmModel?: string;
  readonly llmApiKey?: string;
  readonly llmDailyUsd?: string;
  readonly llmConcurrency?: string;
  readonly extraction?: string;
}

export const languageModelFlags =
  '--llm-url, --llm-model, --llm-api-key, --llm-daily-usd, --llm-concurrency, --extraction';

export function withLanguageModelOptions(command: Command): Command {
  return command
    .option(
      '--llm-url <address>',
      'language model of its own (OpenAI-compatible); an empty one takes it away, as with all of these',
    )
    .option('--llm-model <name>', 'the model to request')
    .option('--llm-api-key <key>', 'key that goes with --llm-url')
    .option('--llm-daily-usd <amount>', 'what it may spend a day; «none» for no limit')
    .option('--llm-concurrency <number>', 'questions under way at once')
    .option(`--extraction <${extractionModes.join('|')}>`, 'what reads its texts');
}

/** null: no such option was given. */
export function readLanguageModelChange(options: LanguageModelOptions): LanguageModelChange | null {
  const { llmUrl, llmModel, llmApiKey, llmDailyUsd, llmConcurrency, extraction } = options;
  const llm: { -readonly [Key in keyof LlmSettings]: LlmSettings[Key] | undefined } = {
    ...(llmUrl !== undefined && { url: llmUrl || undefined }),
    ...(llmModel !== undefined && { model: llmModel || undefined }),
    ...(llmApiKey !== undefined && { apiKey: llmApiKey || undefined }),
    ...(llmDailyUsd !== undefined && { dailyUsd: readAmount(llmDailyUsd) }),
    ...(llmConcurrency !== undefined && { concurrency: readCount(llmConcurrency) }),
  };
  const change = {
    ...(Object.keys(llm).length > 0 && { llm }),
    ...(extraction !== undefined && { extraction: readMode(extraction) }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

function readAmount(text: string): number | null | undefined {
  if (text === '') return undefined;
  if (text === 'none') return null;
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new UsageError(`--llm-daily-usd was given «${text}»; expected US dollars, as in 2.50, or none.`);
  return Number(text);
}

function readCount(text: string): number | undefined {
  if (text === '') return undefined;
  if (!/^\d{1,4}$/.test(text))
    throw new UsageError(`--llm-concurrency was given «${text}»; expected a whole number, as in 8.`);
  return Number(text);
}

function readMode(text: string) {
  if (text === '') return undefined;
  const mode = extractionModes.find((each) => each === text);
  if (mode === undefined)
    throw new UsageError(`--extraction was given «${text}»; expected ${extractionModes.join(', ')}.`);
  return mode;
}
