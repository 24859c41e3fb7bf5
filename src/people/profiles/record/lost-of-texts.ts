/** Readings of the texts of a person that were not taken, by field. */
import type { LostReadings } from '../../../contract/lost-reading.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import { MOST_LOST } from '../../reading/explanation/lost-readings.ts';
import { shownLost } from '../../reading/explanation/shown-lost.ts';
import type { LostReading } from '../../reading/extractor.ts';
import { shownPreferences } from './next-row.ts';

export interface LostOfText {
  /** Absent: the text is not stored. */
  readonly contextId?: string;
  readonly lost: readonly LostReading[];
}

/** Without what is in force from another text. */
export function lostOfTexts(texts: readonly LostOfText[], row: ProfileRow): LostReadings {
  const known = { value: { ...row.fields, ...row.derived }, preference: shownPreferences(row.preferences) };
  const isInForce = ({ kind, field, value }: LostReading) =>
    [known[kind][field]].flat().some((one) => JSON.stringify(one) === JSON.stringify(value));
  const readings = texts.flatMap(({ contextId, lost }) =>
    lost
      .filter((reading) => !isInForce(reading))
      .map((reading) => ({ field: reading.field, shown: shownLost(reading, contextId) })),
  );
  const sorted = readings.toSorted((a, b) => b.shown.probability - a.shown.probability);
  return Object.fromEntries(
    [...Map.groupBy(sorted, ({ field }) => field)].map(([field, readings]) => [
      field,
      readings.slice(0, MOST_LOST).map(({ shown }) => shown),
    ]),
  );
}
