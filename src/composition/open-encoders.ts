/** Part of the composition root: the text encoders named by settings and store. */

import { type Encoders, WatchedEncoders } from '../engines/encoders/active-encoders.ts';
import { EmbeddedTextEncoder } from '../engines/encoders/embedded/embedded-text-encoder.ts';
import { openTextEncoder } from '../engines/encoders/open-text-encoder.ts';
import { resolveEncoders } from '../engines/encoders/resolve-encoders.ts';
import type { TextEncoder } from '../engines/encoders/text-encoder.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { EncoderSpec } from '../platform/storage/encoder-store.ts';
import type { Store } from '../platform/storage/store.ts';

export type EncoderSettings = Pick<Settings, 'textEncoder' | 'textEncoderModel' | 'textEncoderApiKey'>;

/**
 * Longest wait of a start for an encoder that it can do without for a while (the server of an old one is
 * down).
 */
const PATIENCE_MS = 5000;

/** The encoder of TEXT_ENCODER and TEXT_ENCODER_MODEL; null where neither is set. */
function specOf({ textEncoder, textEncoderModel }: EncoderSettings): EncoderSpec | null {
  return textEncoder === null ? null : { setting: textEncoder, model: textEncoderModel };
}

export function openEncoder(
  { setting, model }: EncoderSpec,
  { textEncoderApiKey }: Pick<EncoderSettings, 'textEncoderApiKey'>,
): Promise<TextEncoder> {
  if (setting === 'embedded') return openEmbedded();
  return openTextEncoder(setting, {
    openai: {
      ...(model === null ? {} : { model }),
      ...(textEncoderApiKey === null ? {} : { apiKey: textEncoderApiKey }),
    },
    ...(textEncoderApiKey === null ? {} : { hubToken: textEncoderApiKey }),
  });
}

export interface EncoderEvents {
  /** True for the server: an encoder set by the operator replaces that of the store. */
  readonly mayBeginSwitch: boolean;
  readonly onNotice: (notice: string) => void;
}

let embedded: Promise<TextEncoder> | undefined;

/** One for each process; it holds only the memory of the model. */
export function openEmbedded(): Promise<TextEncoder> {
  embedded ??= EmbeddedTextEncoder.open();
  return embedded;
}

/** The active encoders, each opened as far as possible. */
export async function openEncoders(
  settings: EncoderSettings,
  store: Pick<Store, 'encoders'>,
  { mayBeginSwitch, onNotice }: EncoderEvents,
): Promise<Encoders> {
  const open = (spec: EncoderSpec) => openEncoder(spec, settings);
  const now = () => new Date().toISOString();
  const settled = await resolveEncoders(store.encoders, specOf(settings), { open, mayBeginSwitch, now });
  const encoders = new WatchedEncoders({
    store: store.encoders,
    open,
    already: settled.opened,
    onProblem: (encoderId, problem) => onNotice(`the text encoder ${encoderId} cannot be opened: ${problem}`),
  });
  if (settled.notice !== null) onNotice(settled.notice);
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, PATIENCE_MS);
  await Promise.race([encoders.opened(), patience.promise]);
  clearTimeout(timer);
  return encoders;
}
