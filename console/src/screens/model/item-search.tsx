import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { ItemLine } from './item-line.tsx';
import { foundItemsQuery, namedItemsQuery } from './model-queries.ts';
import { askedItems } from './model-search.ts';
import styles from './playground.module.css';
import { useModelSearch } from './use-model-search.ts';

interface Props {
  readonly modelId: string;
  readonly onAdd: (itemId: string) => void;
}

const PAUSE_MS = 250;
const FIRST = 10;
const MOST = 100;

/** The catalogue, by the beginning of the ids or by ids. Enter adds the first item found. */
export function ItemSearch({ modelId, onAdd }: Props) {
  const words = text.model.play;
  const { search, change } = useModelSearch();
  const [typed, setTyped] = useState(search.find ?? '');
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const [limit, setLimit] = useState(FIRST);
  const find = search.find ?? '';
  useEffect(() => {
    if (settled !== find) change({ find: settled === '' ? undefined : settled });
  }, [settled, find, change]);
  const { ids, prefix } = askedItems(settled);
  const page = useQuery({
    ...foundItemsQuery(modelId, prefix, limit),
    enabled: ids === undefined,
    placeholderData: keepPreviousData,
  });
  const named = useQuery({
    ...namedItemsQuery(modelId, ids ?? []),
    enabled: ids !== undefined && ids.length > 0,
  });
  const items = ids === undefined ? page.data?.items : named.data && [...named.data.values()];
  const error = ids === undefined ? page.error : named.error;
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = typed === settled ? (items ?? []) : [];
        if (first) onAdd(first.item_id);
      }}
    >
      <TextInput
        label={words.find}
        description={words.findHint}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setLimit(FIRST);
        }}
      />
      {error && (
        <ErrorNote error={error} onRetry={() => (ids === undefined ? page.refetch() : named.refetch())} />
      )}
      {!items && !error && <Skeleton h={400} radius="md" />}
      {items?.length === 0 && <p className={styles.dim}>{words.nothing}</p>}
      <ul className={styles.items} aria-label={words.found}>
        {items?.map((item) => (
          <li key={item.item_id}>
            <ItemLine itemId={item.item_id} item={item} />
            <Button
              variant="default"
              size="compact-xs"
              aria-label={words.add(item.title || item.item_id)}
              onClick={() => onAdd(item.item_id)}
            >
              +
            </Button>
          </li>
        ))}
      </ul>
      {ids === undefined && page.data?.hasMore && limit < MOST && (
        <Button variant="subtle" size="xs" onClick={() => setLimit(limit === FIRST ? 40 : MOST)}>
          {words.more}
        </Button>
      )}
    </form>
  );
}
