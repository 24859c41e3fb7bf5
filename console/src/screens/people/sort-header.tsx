import { CaretDownIcon, CaretSortIcon, CaretUpIcon } from '@radix-ui/react-icons';
import type { PeopleSort } from '../../api/people-queries.ts';
import { text } from '../../text/en.ts';
import styles from './people-table.module.css';

interface Props {
  readonly by: string;
  readonly label: string;
  readonly numeric?: boolean;
  readonly sort: PeopleSort | undefined;
  readonly onSort: (sort: PeopleSort | undefined) => void;
}

/** Up, then down, then as they were found. */
export function SortHeader({ by, label, numeric = false, sort, onSort }: Props) {
  const order = sort?.by === by ? (sort.order ?? 'asc') : undefined;
  const next = { none: { by, order: 'asc' as const }, asc: { by, order: 'desc' as const }, desc: undefined };
  const Icon = order === undefined ? CaretSortIcon : order === 'asc' ? CaretUpIcon : CaretDownIcon;
  const sorted = { none: 'none', asc: 'ascending', desc: 'descending' } as const;
  return (
    <th scope="col" aria-sort={sorted[order ?? 'none']} data-numeric={numeric || undefined}>
      <button
        type="button"
        className={styles.sort}
        title={text.people.sortBy(label)}
        onClick={() => onSort(next[order ?? 'none'])}
      >
        {label}
        <Icon aria-hidden="true" />
      </button>
    </th>
  );
}
