import { ActionIcon } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titlesQuery } from '../../api/people-queries.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import styles from './match-card.module.css';
import { MatchReasons } from './match-reasons.tsx';
import { ScoreBars } from './score-bars.tsx';
import { useMatchSearch } from './use-match-search.ts';
import type { Candidate } from './waterfall-steps.ts';
import { WaterfallView } from './waterfall-view.tsx';

interface Props {
  readonly match: Candidate;
  readonly rank: number;
  readonly domain: string;
  /** Ids of all candidates of the list. */
  readonly everybody: readonly string[];
}

/** A candidate with the two best reasons. Open, it has every reason, the stages and the terms of the score. */
export function MatchCard({ match, rank, domain, everybody }: Props) {
  const { search, change } = useMatchSearch();
  const mayRead = allows(useSession(), 'read');
  const { user_id: id, score } = match;
  const people = useQuery({ ...titlesQuery(domain, everybody), enabled: mayRead && domain !== '' });
  const title = people.data?.get(id)?.title ?? id;
  const open = search.open === id;
  const Chevron = open ? ChevronUpIcon : ChevronDownIcon;
  return (
    <article className={styles.card} aria-label={`${text.match.rank(rank)}: ${id}`}>
      <header className={styles.head}>
        <span className={styles.rank}>{rank}</span>
        <div className={styles.who}>
          {mayRead ? (
            <Link to="/people/$userId" params={{ userId: id }} search={{ domain }} className={styles.id}>
              {title}
            </Link>
          ) : (
            <span className={styles.id}>{id}</span>
          )}
          {title !== id && <span className={styles.alsoId}>{id}</span>}
          {match.explored && (
            <span className={styles.explored} title={text.match.exploredHint}>
              {text.match.explored}
            </span>
          )}
          <CandidateFacts userId={id} domain={domain} everybody={everybody} />
        </div>
        <span className={styles.score} title={text.match.score}>
          {score.toFixed(2)}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={open}
          aria-label={text.match.explainCard(id)}
          title={text.match.waterfall}
          onClick={() => change({ open: open ? undefined : id })}
        >
          <Chevron aria-hidden />
        </ActionIcon>
      </header>
      <div className={styles.body}>
        <MatchReasons match={match} open={open} />
        <ScoreBars match={match} open={open} />
      </div>
      {open && match.terms && <WaterfallView match={match} />}
    </article>
  );
}
