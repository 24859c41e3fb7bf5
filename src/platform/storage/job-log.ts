/** The reports of a job over time. */

/** At most this many entries of a job are kept. Where there are more, half as many stay. */
export const MOST_LOG_ENTRIES = 500;

export interface ReportedEntry {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** 0 to 1. */
  readonly progress: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface JobLogEntry extends ReportedEntry {
  /** From 1; a job whose worker died is attempted again. */
  readonly attempt: number;
}
