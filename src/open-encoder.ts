/** A part of the composition root: the text encoder that the settings name. */
import type { Settings } from './config.ts';
import { openTextEncoder } from './encoders/open-text-encoder.ts';
import type { TextEncoder } from './encoders/text-encoder.ts';

export type EncoderSettings = Pick<Settings, 'textEncoder' | 'textEncoderModel' | 'textEncoderApiKey'>;

export function openEncoder({
  textEncoder,
  textEncoderModel,
  textEncoderApiKey,
}: EncoderSettings): Promise<TextEncoder> {
  return openTextEncoder(textEncoder, {
    openai: {
      ...(textEncoderModel === null ? {} : { model: textEncoderModel }),
      ...(textEncoderApiKey === null ? {} : { apiKey: textEncoderApiKey }),
    },
    ...(textEncoderApiKey === null ? {} : { hubToken: textEncoderApiKey }),
  });
}
