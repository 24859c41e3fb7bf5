import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MatchLogEntry, matchLogQuery } from '../../api/activity-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { exactTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './activity.module.css';
import { type ActivitySearch, filtersOf } from './activity-search.ts';

interface Props {
  readonly search: ActivitySearch;
  readonly onClear: () => void;
}

export function MatchLog({ search, onClear }: Props) {
  const log = useInfiniteQuery(matchLogQuery(filtersOf(search)));
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel
      title={text.activity.log}
      aside={
        Object.keys(search).length > 0 && (
          <Button size="compact-xs" variant="default" onClick={onClear}>
            {text.activity.clear}
          </Button>
        )
      }
    >
      {log.error && <ErrorNote error={log.error} onRetry={() => log.refetch()} />}
      {log.isPending && <Skeleton h={320} radius="md" />}
      {log.isSuccess && entries.length === 0 && (
        <EmptyState title={text.activity.none} lead={text.activity.noneLead} />
      )}
      {entries.length > 0 && (
        <DataTable
          caption={text.activity.log}
          columns={columns}
          rows={entries}
          keyOf={({ match_id: id }) => id}
        />
      )}
      {log.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
        >
          {entries.length === 0 ? text.activity.morePages : text.common.more}
        </Button>
      )}
    </Panel>
  );
}

/** Candidates of a match that its line names, from the first place on. */
const NAMED = 3;

const columns: readonly Column<MatchLogEntry>[] = [
  {
    label: text.activity.when,
    cell: ({ match_id: matchId, created_at: at }) => (
      <Link
        to="/activity/$matchId"
        params={{ matchId }}
        className={styles.whole}
        aria-label={text.activity.open(exactTime(at))}
      >
        {exactTime(at)}
      </Link>
    ),
  },
  {
    label: text.activity.person,
    cell: ({ user_id: userId, domain }) => (
      <Link to="/people/$userId" params={{ userId }} search={{ domain }} className={styles.id}>
        {userId}
      </Link>
    ),
  },
  { label: text.activity.domain, cell: ({ domain }) => domain },
  {
    label: text.activity.shown,
    wide: true,
    cell: ({ shown, top }) => (
      <>
        {text.activity.shownCount(shown)}
        {top.length > 0 && (
          <span className={styles.note}>
            {top
              .slice(0, NAMED)
              .map(({ user_id: id, score }) => `${id} ${score.toFixed(2)}`)
              .join(' · ')}
          </span>
        )}
      </>
    ),
  },
  {
    label: text.activity.key,
    wide: true,
    cell: ({ key_id: id, key_name: name }) => {
      if (id === null) return <span className={styles.note}>{text.activity.noKey}</span>;
      return name === null ? <code className={styles.id}>{id}</code> : <span title={id}>{name}</span>;
    },
  },
  {
    label: text.activity.took,
    numeric: true,
    cell: ({ took_ms: ms }) => <span className={styles.whole}>{ms === null ? '–' : text.common.ms(ms)}</span>,
  },
];
