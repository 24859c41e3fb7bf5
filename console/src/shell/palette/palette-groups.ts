import { resourceKinds } from '../../api/resource-kinds.ts';
import { foldText } from './fold-text.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

const MOST_IN_GROUP = 6;
/** Entries that are known at once stand first, so that later answers do not move them. */
const order: readonly PaletteGroup[] = ['pages', 'actions', 'people', ...resourceKinds];

export interface EntryGroup {
  readonly group: PaletteGroup;
  readonly entries: readonly PaletteEntry[];
}

/**
 * The entries that have every word of the query, by group; in a group the recent ones first, then those that
 * begin with the query. Without a query: the recent ones, actions and pages. `recent`: keys, newest first.
 */
export function paletteGroups(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
): readonly EntryGroup[] {
  const wanted = foldText(query.trim());
  if (wanted === '') return withoutQuery(entries, recent);
  const words = wanted.split(/\s+/);
  const fitting = entries.filter(({ label, detail = '', isFound }) => {
    if (isFound) return true;
    const text = foldText(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
  const rank = (entry: PaletteEntry) => rankOf(entry, wanted, recent);
  return order.flatMap((group) => {
    const own = fitting.filter((entry) => entry.group === group).sort((a, b) => rank(a) - rank(b));
    return own.length === 0 ? [] : [{ group, entries: own.slice(0, MOST_IN_GROUP) }];
  });
}

function withoutQuery(entries: readonly PaletteEntry[], recent: readonly string[]): readonly EntryGroup[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const latest = recent.flatMap((key) => byKey.get(key) ?? []);
  const others = (group: PaletteGroup) =>
    entries.filter((entry) => entry.group === group && !latest.includes(entry));
  const groups: readonly EntryGroup[] = [
    { group: 'recent', entries: latest },
    { group: 'actions', entries: others('actions') },
    { group: 'pages', entries: others('pages') },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

function rankOf(
  { key, label, detail = '' }: PaletteEntry,
  wanted: string,
  recent: readonly string[],
): number {
  const position = recent.indexOf(key);
  if (position >= 0) return position - recent.length;
  const [name, id] = [foldText(label), foldText(detail)];
  if (name === wanted || id === wanted) return 0;
  return name.startsWith(wanted) || id.startsWith(wanted) ? 1 : 2;
}
