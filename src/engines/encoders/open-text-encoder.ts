import { homedir } from 'node:os';
import { join } from 'node:path';
import { ContextualTextEncoder } from './contextual/contextual-text-encoder.ts';
import { EmbeddedTextEncoder } from './embedded/embedded-text-encoder.ts';
import { downloadFolder } from './folder/download-folder.ts';
import { type FolderOptions, FolderTextEncoder } from './folder/folder-text-encoder.ts';
import { type OpenAiOptions, OpenAiTextEncoder } from './openai/openai-text-encoder.ts';
import type { TextEncoder } from './text-encoder.ts';

export interface TextEncoderOptions {
  readonly folder?: FolderOptions;
  readonly openai?: OpenAiOptions;
  /** Cache folder of `hf:` models; default ~/.cache/counterpart/encoders. */
  readonly cacheFolder?: string;
  readonly hubUrl?: string;
  readonly hubToken?: string;
}

/**
 * Opens the encoder that TEXT_ENCODER names: embedded | contextual | folder:PATH | hf:OWNER/MODEL[@REVISION]
 * | openai:URL.
 */
export async function openTextEncoder(
  setting: string,
  options: TextEncoderOptions = {},
): Promise<TextEncoder> {
  const colon = setting.indexOf(':');
  const kind = colon < 0 ? setting : setting.slice(0, colon);
  const value = colon < 0 ? '' : setting.slice(colon + 1);
  if (setting === 'embedded') return EmbeddedTextEncoder.open();
  if (setting === 'contextual') return ContextualTextEncoder.open();
  if (kind === 'folder' && value !== '') return FolderTextEncoder.open(value, options.folder);
  if (kind === 'hf' && value !== '') return openFromHub(value, options);
  if (kind === 'openai' && value !== '') return OpenAiTextEncoder.open(value, options.openai);
  throw new Error(
    `TEXT_ENCODER is "${setting}"; expected embedded, contextual, folder:PATH, hf:OWNER/MODEL or openai:URL (http://host/v1)`,
  );
}

async function openFromHub(name: string, options: TextEncoderOptions): Promise<TextEncoder> {
  const { cacheFolder = join(homedir(), '.cache', 'counterpart', 'encoders'), hubUrl, hubToken } = options;
  const folder = await downloadFolder(name, {
    cacheFolder,
    ...(hubUrl === undefined ? {} : { hubUrl }),
    ...(hubToken === undefined ? {} : { token: hubToken }),
  });
  return FolderTextEncoder.open(folder, { name, ...options.folder });
}
