/** State of the encoders in figures, for `/readyz`, `/metrics` and the operator. */
import type { EncoderStore } from '../../platform/storage/encoder-store.ts';

export interface EncoderFigures {
  /** Ids; null where no encoder serves, and where no switch is running. */
  readonly serving: string | null;
  readonly target: string | null;
  /** Rows that the target encoder has not encoded yet. */
  readonly rowsLeft: number;
  /** 0..1: progress of the switch; 1 where none is running. */
  readonly share: number;
}

export async function describeEncoders(store: EncoderStore): Promise<EncoderFigures> {
  const { serving, target, rowsAtStart } = await store.roles();
  const rowsLeft = await store.countRowsToEncode();
  const share = target === null || rowsAtStart === 0 ? 1 : Math.max(0, 1 - rowsLeft / rowsAtStart);
  return { serving: serving?.encoderId ?? null, target: target?.encoderId ?? null, rowsLeft, share };
}
