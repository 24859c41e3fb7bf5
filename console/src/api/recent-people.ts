/** Ids of people who were opened in this browser, newest first, by workspace. Only ids are kept. */
import { storedTexts, storeTexts } from './stored-texts.ts';

const MOST = 8;

function keyOf(tenant: string): string {
  return `counterpart:recent:${tenant}`;
}

export function recentPeople(tenant: string): readonly string[] {
  return storedTexts(keyOf(tenant), MOST);
}

export function rememberPerson(tenant: string, id: string): void {
  storeTexts(keyOf(tenant), [id, ...recentPeople(tenant).filter((other) => other !== id)], MOST);
}

export function forgetPerson(tenant: string, id: string): void {
  const others = recentPeople(tenant).filter((other) => other !== id);
  storeTexts(keyOf(tenant), others, MOST);
}

/** After signing out, the next one at this browser sees no ids. */
export function forgetPeople(tenant: string): void {
  storeTexts(keyOf(tenant), [], MOST);
}
