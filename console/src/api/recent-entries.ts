/**
 * Keys of the entries that were chosen in the palette of this browser, newest first, by workspace. People are
 * not among them: `recent-people.ts` keeps those, and an erasure takes them out.
 */
import { storedTexts, storeTexts } from './stored-texts.ts';

const MOST = 6;

function keyOf(tenant: string): string {
  return `counterpart:recent-entries:${tenant}`;
}

export function recentEntries(tenant: string): readonly string[] {
  return storedTexts(keyOf(tenant), MOST);
}

export function rememberEntry(tenant: string, key: string): void {
  storeTexts(keyOf(tenant), [key, ...recentEntries(tenant).filter((other) => other !== key)], MOST);
}

/** After signing out, the next one at this browser sees none. */
export function forgetEntries(tenant: string): void {
  storeTexts(keyOf(tenant), [], MOST);
}
