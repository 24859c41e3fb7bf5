import { EmbeddedTextEncoder } from './embedded/embedded-text-encoder.ts';
import type { TextEncoder } from './text-encoder.ts';

/** Opens the encoder that TEXT_ENCODER names: embedded | folder:PATH | hf:NAME | openai:URL. */
export async function openTextEncoder(setting: string): Promise<TextEncoder> {
  if (setting === 'embedded') return EmbeddedTextEncoder.open();
  throw new Error(`TEXT_ENCODER is "${setting}"; expected embedded, folder:PATH, hf:NAME or openai:URL`);
}
