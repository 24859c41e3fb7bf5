import type { Row } from '../../platform/intake/mapping/source-row.ts';
import type { MappedMessage } from './map-message.ts';
import type { RowFault, RowOutcome } from './row-outcome.ts';
import type { TrackerMessage } from './tracker-message.ts';

/** One message, as far as it is known. */
export interface TakenMessage {
  readonly index: number;
  readonly sent: Row;
  readonly message: TrackerMessage | null;
  mapped: MappedMessage;
  outcome: RowOutcome | { readonly ignored: string } | null;
}

export function isFault(outcome: TakenMessage['outcome']): outcome is RowFault {
  return typeof outcome === 'object' && outcome !== null && 'code' in outcome;
}
