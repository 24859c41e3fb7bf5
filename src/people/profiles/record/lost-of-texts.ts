/** What the texts of a person may say and what was not taken, by field. */
import type { UserRecord } from '../../../contract/user.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import { MOST_LOST } from '../../reading/explanation/lost-readings.ts';
import type { LostReading } from '../../reading/extractor.ts';
import { shownPreferences } from './next-row.ts';

export interface LostOfText {
  /** Absent: the text is not stored. */
  readonly contextId?: string;
  readonly lost: readonly LostReading[];
}

type Lost = NonNullable<UserRecord['lost']>;

/** Without what is in force from another text. */
export function lostOfTexts(texts: readonly LostOfText[], row: ProfileRow): Lost {
  const known = { value: { ...row.fields, ...row.derived }, preference: shownPreferences(row.preferences) };
  const isInForce = ({ kind, field, value }: LostReading) =>
    [known[kind][field]].flat().some((one) => JSON.stringify(one) === JSON.stringify(value));
  const readings = texts.flatMap(({ contextId, lost }) =>
    lost
      .filter((one) => !isInForce(one))
      .map((one) => ({ field: one.field, shown: shownOf(one, contextId) })),
  );
  const sorted = readings.toSorted((a, b) => b.shown.probability - a.shown.probability);
  return Object.fromEntries(
    [...Map.groupBy(sorted, ({ field }) => field)].map(([field, of]) => [
      field,
      of.slice(0, MOST_LOST).map(({ shown }) => shown),
    ]),
  );
}

function shownOf(
  { kind, value, span, path, probability, owner, signs, because }: LostReading,
  contextId: string | undefined,
): Lost[string][number] {
  return {
    ...{ kind, value },
    ...(contextId !== undefined && { context_id: contextId }),
    span: [span[0], span[1]],
    ...(path !== undefined && { path }),
    ...{ probability, owner, signs: { ...signs }, because },
  };
}
