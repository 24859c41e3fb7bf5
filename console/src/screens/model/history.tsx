import { ActionIcon, Button } from '@mantine/core';
import { Cross1Icon } from '@radix-ui/react-icons';
import { text } from '../../text/en.ts';
import { ItemLine } from './item-line.tsx';
import type { ModelItem } from './model-queries.ts';
import styles from './playground.module.css';

interface Props {
  readonly ids: readonly string[];
  /** undefined while it is asked for. */
  readonly items: ReadonlyMap<string, ModelItem> | undefined;
  readonly onChange: (ids: readonly string[]) => void;
  /** Why no item can be added. */
  readonly full: string | undefined;
}

export function History({ ids, items, onChange, full }: Props) {
  const words = text.model.play;
  return (
    <section className={styles.section} aria-label={words.history}>
      <header className={styles.head}>
        <h3>{words.history}</h3>
        {ids.length > 0 && (
          <Button variant="default" size="compact-xs" onClick={() => onChange([])}>
            {words.clear}
          </Button>
        )}
      </header>
      {ids.length === 0 && <p className={styles.dim}>{words.empty}</p>}
      <ol className={styles.items}>
        {ids.map((id, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a history may have an item twice
          <li key={at}>
            <ItemLine
              itemId={id}
              item={items?.get(id)}
              note={items && !items.has(id) ? words.unknown : undefined}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.remove(items?.get(id)?.title || id)}
              onClick={() => onChange(ids.filter((_, other) => other !== at))}
            >
              <Cross1Icon aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {full !== undefined && <p role="status">{full}</p>}
    </section>
  );
}
