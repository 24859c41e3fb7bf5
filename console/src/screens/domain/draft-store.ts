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
const WRITE_MS = 400;
let writing: ReturnType<typeof setTimeout> | undefined;

export const drafts = createStore<Drafts>(read());
askBeforeLeaving(drafts.get());
if (typeof window !== 'undefined') window.addEventListener('pagehide', storeBeforeLeaving);

export function draftOf(all: Drafts, key: DraftKey): string | undefined {
  return all[idOf(key)];
}

/** `undefined` removes the draft. */
export function keepDraft(key: DraftKey, source: string | undefined): void {
  const { [idOf(key)]: _, ...others } = drafts.get();
  const next = source === undefined ? others : { ...others, [idOf(key)]: source };
  drafts.set(next);
  askBeforeLeaving(next);
  clearTimeout(writing);
  writing = setTimeout(store, WRITE_MS);
}

/** A definition of 400 KB takes long to be written, so it is not at every key. */
function store(): void {
  clearTimeout(writing);
  writing = undefined;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts.get()));
  } catch {
    // Without storage, or beyond its size, drafts last as long as the page.
  }
}

/** A page that is left, or frozen by the browser, may get no other chance. */
function storeBeforeLeaving(): void {
  if (writing !== undefined) store();
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
