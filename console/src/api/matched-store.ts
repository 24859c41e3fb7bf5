import { storedTexts, storeTexts } from './stored-texts.ts';

/**
 * Whether this browser has shown a match, by workspace. The console's matches are not recorded, so the service
 * does not know of them.
 */
const keyOf = (tenant: string) => `counterpart:matched:${tenant}`;

export function hasMatched(tenant: string): boolean {
  return storedTexts(keyOf(tenant), 1).length > 0;
}

export function rememberMatch(tenant: string): void {
  storeTexts(keyOf(tenant), ['yes'], 1);
}
