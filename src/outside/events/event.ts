/** An event of the stream before it is written. */
import type { StreamedEventType } from '../../contract/event.ts';

export interface Event {
  /** The same each time that the event is read. */
  readonly id: string;
  readonly type: StreamedEventType;
  /** Epoch ms. */
  readonly atMs: number;
  /** Ids of the people that `data` names. */
  readonly people: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** A time from which events were left out, because more happened than a stream carries, or it was away. */
export interface Gap {
  /** null: not known. */
  readonly sinceMs: number | null;
  readonly untilMs: number;
}
