/** The values and preferences that a text may state and that were not taken, with the reason. */
import type { LostReason, ReadingOwner } from '../../../contract/reading-signs.ts';
import { wirePreference } from '../decision/wire-preference.ts';
import type { Block } from '../document/blocks.ts';
import type { Extraction, LostReading } from '../extractor.ts';
import type { Owners } from '../network/evidence.ts';
import type { ReadFields } from '../read-fields.ts';
import { isTaken } from './is-taken.ts';
import { type KnownReading, knownReadings, rounded } from './known-reading.ts';
import { ownerOf } from './owner-of.ts';
import { pathAt } from './path-at.ts';

/** Readings of a field; the most probable ones are kept. */
export const MOST_LOST = 5;
/** A value of this probability would have been taken without a more probable one. */
const WOULD_HOLD = 0.5;

/** `owners`: null where the domain tells no offers from needs. `sideName`: the field of the side. */
export function lostReadings(
  read: ReadFields,
  blocks: readonly Block[],
  owners: Owners | null,
  sideName: string | undefined,
): readonly LostReading[] {
  const known = [...knownReadings(read).values()].filter((reading) => !isTaken(reading, read.extraction));
  const sorted = known.toSorted((a, b) => b.probability - a.probability);
  const byField = Map.groupBy(sorted, ({ field }) => field.name);
  const lost = [...byField.values()].flatMap((readings) =>
    readings.slice(0, MOST_LOST).map((reading) => lostReading(reading, read, blocks, owners)),
  );
  return [...withheldSide(read, sideName), ...lost];
}

function lostReading(
  known: KnownReading,
  { document, extraction }: ReadFields,
  blocks: readonly Block[],
  owners: Owners | null,
): LostReading {
  const { kind, field, value, span, probability, signs } = known;
  const shown = typeof value === 'object' ? wirePreference(field.name, value) : { key: field.name, value };
  const path = pathAt(blocks, span);
  const owner = ownerOf(document, span);
  const isOther = owner !== ownerMeant(known, owners);
  return {
    ...{ kind, field: shown.key, value: shown.value, span },
    ...(path !== undefined && { path }),
    ...{ probability: rounded(probability), owner, signs },
    because: isOther ? 'other_owner' : reasonOf(known, extraction),
  };
}

function ownerMeant({ kind, field }: KnownReading, owners: Owners | null): ReadingOwner {
  return kind === 'preference' || field.name === owners?.asks ? 'counterpart' : 'writer';
}

function reasonOf({ kind, field, probability }: KnownReading, extraction: Extraction): LostReason {
  if (kind === 'value' && field.kind === 'derived' && probability >= WOULD_HOLD) return 'derived';
  const hasOther =
    kind === 'value'
      ? !field.multiple && extraction.values.some((value) => value.field === field.name)
      : field.name in extraction.preferences;
  return hasOther && probability >= WOULD_HOLD ? 'other_value' : 'below_threshold';
}

/** A side that was not sure enough. */
function withheldSide({ side, extraction, document }: ReadFields, field: string | undefined): LostReading[] {
  if (side === null || field === undefined || extraction.values.some((value) => value.field === field))
    return [];
  const probability = rounded(side.probability);
  return [
    {
      ...{ kind: 'value', field, value: side.side, span: [0, document.text.length], probability },
      ...{ owner: 'writer', signs: { side: probability }, because: 'below_threshold' },
    },
  ];
}
