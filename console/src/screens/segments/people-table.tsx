import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../../parts/data-table.tsx';
import { segmentsText as words } from '../../text/en-segments.ts';
import type { PersonRow } from './read-people.ts';
import type { Segment } from './segment-result.ts';
import styles from './segments.module.css';

interface Props {
  readonly rows: readonly PersonRow[];
  readonly segments: readonly Segment[];
}

const ROWS_A_PAGE = 25;

/** People by segment and by how their ids begin, the most typical first. */
export function PeopleTable({ rows, segments }: Props) {
  const [segment, setSegment] = useState('');
  const [prefix, setPrefix] = useState('');
  const [page, setPage] = useState(0);
  const found = rows
    .filter((row) => segment === '' || row.segment === Number(segment))
    .filter(({ person_id }) => person_id.startsWith(prefix.trim()))
    .sort((a, b) => a.segment - b.segment || a.distance - b.distance);
  const pages = Math.max(1, Math.ceil(found.length / ROWS_A_PAGE));
  const narrow = (change: () => void) => {
    change();
    setPage(0);
  };
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label={words.segment}
          value={segment}
          onChange={({ currentTarget: { value } }) => narrow(() => setSegment(value))}
          data={[
            { value: '', label: words.every },
            ...segments.map(({ segment: of, name }) => ({
              value: String(of),
              label: words.numbered(of, name),
            })),
          ]}
        />
        <TextInput
          label={words.find}
          autoComplete="off"
          value={prefix}
          onChange={({ currentTarget: { value } }) => narrow(() => setPrefix(value))}
        />
      </div>
      {found.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <DataTable
          caption={words.people}
          columns={[
            { label: words.person, cell: ({ person_id }) => person_id },
            { label: words.segment, numeric: true, cell: (row) => row.segment },
            { label: words.distance, numeric: true, cell: ({ distance }) => distance.toFixed(3) },
          ]}
          rows={found.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE)}
          keyOf={({ person_id }) => person_id}
        />
      )}
      <div className={styles.pages}>
        <span role="status">
          {words.found(found.length)} · {words.page(page + 1, pages)}
        </span>
        <Button size="compact-xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
          {words.before}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={page + 1 >= pages}
          onClick={() => setPage(page + 1)}
        >
          {words.next}
        </Button>
      </div>
    </>
  );
}
