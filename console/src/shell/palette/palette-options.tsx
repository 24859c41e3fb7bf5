import { useEffect, useRef } from 'react';
import { text } from '../../text/en.ts';
import styles from './palette.module.css';
import type { PaletteEntry } from './palette-entry.ts';
import type { EntryGroup } from './palette-groups.ts';

interface Props {
  readonly groups: readonly EntryGroup[];
  readonly chosen: PaletteEntry | undefined;
  readonly onPoint: (entry: PaletteEntry) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

/** The entries under the names of their groups. The input keeps the focus. */
export function PaletteOptions({ groups, chosen, onPoint, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const key = chosen?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what is scrolled to
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  let position = 0;
  return (
    <div ref={list} id="palette-list" role="listbox" aria-label={text.palette.title} className={styles.list}>
      {groups.map(({ group, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={group} role="group" aria-labelledby={`palette-group-${group}`}>
          <p id={`palette-group-${group}`} className={styles.group} role="presentation">
            {text.palette.groups[group]}
          </p>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
            <div
              key={entry.key}
              id={`palette-${position++}`}
              role="option"
              aria-selected={entry.key === key}
              className={styles.option}
              onMouseMove={() => onPoint(entry)}
              onClick={() => onChoose(entry)}
            >
              <span className={styles.label}>{entry.label}</span>
              {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
