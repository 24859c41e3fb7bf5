/** A reading that was not taken, in the form of the wire. */
import type { LostReadings } from '../../../contract/lost-reading.ts';
import type { LostReading } from '../extractor.ts';

/** `contextId`: of the stored text; absent where the text is not stored. */
export function shownLost(
  { kind, value, span, path, probability, owner, signs, because }: LostReading,
  contextId?: string,
): LostReadings[string][number] {
  return {
    ...{ kind, value },
    ...(contextId !== undefined && { context_id: contextId }),
    span: [span[0], span[1]],
    ...(path !== undefined && { path }),
    ...{ probability, owner, signs: { ...signs }, because },
  };
}
