import { getHotkeyHandler } from '@mantine/hooks';
import { useState } from 'react';
import { recentEntries } from '../../api/recent-entries.ts';
import { recentPeople } from '../../api/recent-people.ts';
import { errorMessage } from '../../parts/error-message.ts';
import { text } from '../../text/en.ts';
import type { Action, Page } from '../pages.ts';
import { allows, useSession } from '../session-context.ts';
import { openedPersonEntry } from './known-entries.ts';
import styles from './palette.module.css';
import type { PaletteEntry } from './palette-entry.ts';
import { type EntryGroup, paletteGroups } from './palette-groups.ts';
import { PaletteOptions } from './palette-options.tsx';
import { paletteOpen } from './palette-store.ts';
import { useOpenEntry } from './use-open-entry.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

interface Props {
  readonly pages: readonly Page[];
  readonly actions: readonly Action[];
}

export function PaletteList({ pages, actions }: Props) {
  const session = useSession();
  const openEntry = useOpenEntry();
  const [query, setQuery] = useState('');
  const [moved, setMoved] = useState<string>();
  const wanted = query.trim();
  const { entries, busy, error } = usePaletteEntries(wanted, pages, actions);
  const recent = [
    ...recentEntries(session.tenant.id),
    ...recentPeople(session.tenant.id).map((id) => openedPersonEntry(id).key),
  ];
  const groups = withTypedId(paletteGroups(wanted, entries, recent), allows(session, 'read') ? wanted : '');
  const shown = groups.flatMap((group) => group.entries);
  // By key, so that later answers move nothing away from below the choice.
  const position = Math.max(
    0,
    shown.findIndex(({ key }) => key === moved),
  );
  const move = (steps: number) => setMoved(shown.at((position + steps) % shown.length)?.key);
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    paletteOpen.set(false);
    openEntry(entry);
  };
  const placeholder = session.operator ? text.palette.placeholderOperator : text.palette.placeholder;
  const chosen = shown[position];
  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen && `palette-${position}`}
        aria-label={placeholder}
        placeholder={placeholder}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setMoved(undefined);
        }}
        onKeyDown={getHotkeyHandler([
          ['ArrowDown', () => move(1)],
          ['ArrowUp', () => move(-1)],
          ['Enter', () => go(chosen)],
        ])}
      />
      <PaletteOptions groups={groups} chosen={chosen} onPoint={({ key }) => setMoved(key)} onChoose={go} />
      <p className={styles.hint} role="status">
        {error ? errorMessage(error) : hintOf(busy, shown.length)}
      </p>
    </>
  );
}

function hintOf(busy: boolean, count: number): string {
  if (busy) return text.palette.searching;
  return count === 0 ? text.palette.nothing : text.palette.hint;
}

/** Last among people the query itself as an id: the search may not have found it yet. */
function withTypedId(groups: readonly EntryGroup[], id: string): readonly EntryGroup[] {
  const people = groups.find(({ group }) => group === 'people')?.entries ?? [];
  if (id === '' || people.some(({ label }) => label === id)) return groups;
  const typed: PaletteEntry = { ...openedPersonEntry(id), label: text.palette.person(id) };
  const others = groups.filter(({ group }) => group !== 'people');
  const before = others.filter(({ group }) => group === 'pages' || group === 'actions');
  const after = others.filter((group) => !before.includes(group));
  return [...before, { group: 'people', entries: [...people, typed] }, ...after];
}
