/**
 * Whether a counterpart is within the distance that a document's person prefers; a slightly longer distance
 * passes, too.
 */
import { distanceFunction } from './painless.ts';

export interface Script {
  readonly source: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The script has one text for each field. */
export function reachScript(
  at: number,
  { lat, lon }: { readonly lat: number; readonly lon: number },
): Script {
  const source = `${distanceFunction}
if (doc['y${at}'].size() == 0 || doc['r${at}'].size() == 0) return true;
return km(params.lat, params.lon, doc['y${at}'].value, doc['x${at}'].value) <= doc['r${at}'].value * 1.000000001;`;
  return { source, params: { lat, lon } };
}
