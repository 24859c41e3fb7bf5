import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MatchResult } from '../../api/queries.ts';
import { Bar } from '../../parts/bar.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { MOST_SEEN, seenByQuery, seenQuery } from './reach.ts';
import styles from './reach-panel.module.css';

interface Props {
  readonly userId: string;
  readonly domain: string;
  /** Whether it was asked for. */
  readonly asked: boolean;
  readonly onAsk: () => void;
}

/** The people that the person would see, and the person's rank in the lists of these people. */
export function ReachPanel({ userId, domain, asked, onAsk }: Props) {
  const seen = useQuery({ ...seenQuery(userId, domain), enabled: asked });
  const others = seen.data?.matches.map((match) => match.user_id) ?? [];
  const seenBy = useQuery({ ...seenByQuery(userId, domain, others), enabled: asked && others.length > 0 });
  const ranks = new Map(seenBy.data?.map((place) => [place.userId, place.rank]));
  const error = seen.error ?? seenBy.error;
  return (
    <Panel title={text.person.reach} lead={text.person.reachLead(MOST_SEEN)}>
      {!asked && (
        <Button variant="light" size="xs" onClick={onAsk}>
          {text.person.reachAsk}
        </Button>
      )}
      {error && <ErrorNote error={error} onRetry={() => (seen.error ? seen : seenBy).refetch()} />}
      {asked && seen.isPending && <Skeleton h={MOST_SEEN * 62} radius="md" />}
      {seen.data?.matches.length === 0 && <p className={styles.dim}>{text.person.reachNobody}</p>}
      <ol className={styles.rows}>
        {seen.data?.matches.map((match) => (
          <Row key={match.user_id} match={match} domain={domain} rank={ranks.get(match.user_id)} />
        ))}
      </ol>
      {seenBy.data && <p className={styles.dim}>{text.person.reachSum(countIn(ranks), others.length)}</p>}
    </Panel>
  );
}

interface RowProps {
  readonly match: MatchResult['matches'][number];
  readonly domain: string;
  /** undefined: not known yet; null: not in the list. */
  readonly rank: number | null | undefined;
}

function Row({ match, domain, rank }: RowProps) {
  return (
    <li className={styles.row}>
      <Link to="/people/$userId" params={{ userId: match.user_id }} search={{ domain }}>
        {match.user_id}
      </Link>
      <Bar label={text.match.score} value={match.score} />
      <p className={styles.dim}>
        {rank === undefined ? (
          <Skeleton component="span" display="block" h={14} w={190} />
        ) : (
          text.person.rankIn(rank)
        )}
      </p>
    </li>
  );
}

function countIn(ranks: ReadonlyMap<string, number | null>): number {
  return [...ranks.values()].filter((rank) => rank !== null).length;
}
