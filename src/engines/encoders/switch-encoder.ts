/**
 * Switches to another encoder on the operator's command. The encoder is opened and tried before anything
 * changes.
 */
import type { EncoderSpec, EncoderStore } from '../../platform/storage/encoder-store.ts';
import { roleOf } from './resolve-encoders.ts';
import type { TextEncoder } from './text-encoder.ts';

export interface BegunSwitch {
  /**
   * `serves`: it serves already. `ended`: a running switch away from it is cancelled. `begun`: profiles are
   * re-encoded.
   */
  readonly outcome: 'serves' | 'ended' | 'begun';
  readonly encoderId: string;
  readonly rowsLeft: number;
}

/** Throws an Error with the reason if the encoder cannot be used; nothing has changed then. */
export async function switchEncoder(
  store: EncoderStore,
  spec: EncoderSpec,
  { open, now }: { readonly open: (spec: EncoderSpec) => Promise<TextEncoder>; readonly now: () => string },
): Promise<BegunSwitch> {
  const encoder = await open(spec);
  try {
    const role = roleOf(encoder, spec, now());
    await tryOut(encoder, role.encoderId);
    const before = await store.roles();
    if (before.serving === null) await store.adopt(role);
    else await store.startSwitch(role);
    const { encoderId } = role;
    const serves = before.serving === null || before.serving.encoderId === encoderId;
    const outcome = !serves ? 'begun' : before.target === null ? 'serves' : 'ended';
    return { outcome, encoderId, rowsLeft: await store.countRowsToEncode() };
  } finally {
    await encoder.close();
  }
}

async function tryOut(encoder: TextEncoder, encoderId: string): Promise<void> {
  const [a, b] = await encoder.encode(['long walks in the mountains', 'quarterly corporate tax filings']);
  const usable = [a, b].every(
    (vector) => vector?.every(Number.isFinite) && vector.some((value) => value !== 0),
  );
  if (!usable || a!.every((value, d) => value === b![d]))
    throw new Error(
      `${encoderId} gives the same vector, or none, for «long walks in the mountains» and «quarterly corporate tax filings»; is it a text encoder?`,
    );
}
