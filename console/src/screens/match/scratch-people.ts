/** People that this browser made of texts and that are still stored by the service: only their ids and domains. */
import { createStore } from '../../shell/store.ts';

export interface ScratchPerson {
  readonly id: string;
  readonly domain: string;
  /** The workspace, by id. */
  readonly tenant: string;
}

const KEY = 'counterpart:scratch';

export const scratchPeople = createStore<readonly ScratchPerson[]>(read());

export function newScratchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return `scratch-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}

export function addScratch(person: ScratchPerson): void {
  save([...scratchPeople.get().filter((other) => !equal(other, person)), person]);
}

export function removeScratch(person: ScratchPerson): void {
  save(scratchPeople.get().filter((other) => !equal(other, person)));
}

function equal(one: ScratchPerson, other: ScratchPerson): boolean {
  return one.id === other.id && one.domain === other.domain && one.tenant === other.tenant;
}

function save(people: readonly ScratchPerson[]): void {
  scratchPeople.set(people);
  try {
    localStorage.setItem(KEY, JSON.stringify(people));
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

function read(): readonly ScratchPerson[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
