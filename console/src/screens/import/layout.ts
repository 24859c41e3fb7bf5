/** How a file is read: as it was found, and as the person on this page chose. */
import type { RepeatedIds } from 'counterpart-intake/repeated-ids.ts';
import type { GivenReading } from 'counterpart-intake/sources/reading.ts';
import type { SourceFormat } from 'counterpart-intake/sources/source-formats.ts';

export interface Layout {
  readonly format: SourceFormat;
  readonly reading: GivenReading;
  /** The rows are bodies of POST /v1/users, so nothing is mapped. */
  readonly bodies: boolean;
  /** The name of the known form by which its records are read. */
  readonly form?: string;
  /** Treatment of a row that repeats the id of an earlier row. */
  readonly repeated: RepeatedIds;
}

/** Choices of the user, which replace what is found. */
export interface Chosen extends GivenReading {
  readonly repeated?: RepeatedIds;
  /** The columns are mapped by hand, although the file has a known form. */
  readonly byColumns?: boolean;
}
