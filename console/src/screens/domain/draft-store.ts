/**
 * Edited definitions that were not published. They are kept in the storage of this browser tab, so they
 * survive other pages and a reload. Closing the tab loses them, and asks first.
 */
import { createStore } from '../../api/store.ts';

export interface DraftKey {
  /** The workspace, by id. */
  readonly tenant: string;
  readonly domain: string;
  /** The version that was edited. */
  readonly version: number;
}

type Drafts = Readonly<Record<string, string>>;

const KEY = 'counterpart:drafts';

export const drafts = createStore<Drafts>(read());
askBeforeLeaving(drafts.get());

export function draftOf(all: Drafts, key: DraftKey): string | undefined {
  return all[idOf(key)];
}

/** `undefined` removes the draft. */
export function keepDraft(key: DraftKey, source: string | undefined): void {
  const { [idOf(key)]: _, ...others } = drafts.get();
  const next = source === undefined ? others : { ...others, [idOf(key)]: source };
  drafts.set(next);
  askBeforeLeaving(next);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage, or beyond its size, drafts last as long as the page.
  }
}

function idOf({ tenant, domain, version }: DraftKey): string {
  return JSON.stringify([tenant, domain, version]);
}

function read(): Drafts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored).filter(([, source]) => typeof source === 'string');
    return Object.fromEntries(entries) as Drafts;
  } catch {
    return {};
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function askBeforeLeaving(all: Drafts): void {
  if (typeof window === 'undefined') return;
  if (Object.keys(all).length > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
