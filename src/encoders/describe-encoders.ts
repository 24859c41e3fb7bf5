/** How encoders stand, in figures: for `/readyz`, `/metrics` and the operator. */
import type { EncoderStore } from '../storage/encoder-store.ts';

export interface EncoderFigures {
  /** Ids; null where none serves, and where none takes its place. */
  readonly serving: string | null;
  readonly target: string | null;
  /** Rows whose text the wanted encoder has still to read. */
  readonly rowsLeft: number;
  /** 0..1: how much of the switch is done; 1 where none is under way. */
  readonly share: number;
}

export async function describeEncoders(store: EncoderStore): Promise<EncoderFigures> {
  const { serving, target, rowsAtStart } = await store.roles();
  const rowsLeft = await store.countRowsToEncode();
  const share = target === null || rowsAtStart === 0 ? 1 : Math.max(0, 1 - rowsLeft / rowsAtStart);
  return { serving: serving?.encoderId ?? null, target: target?.encoderId ?? null, rowsLeft, share };
}
