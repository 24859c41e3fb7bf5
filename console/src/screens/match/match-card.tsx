import { Button } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { Bar } from '../../parts/bar.tsx';
import { words } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import styles from './match-card.module.css';
import { useMatchSearch } from './use-match-search.ts';
import { type Candidate, reasonsFor, termsAgainst } from './waterfall-steps.ts';
import { WaterfallView } from './waterfall-view.tsx';

interface Props {
  readonly match: Candidate;
  readonly rank: number;
  readonly domain: string;
  /** Ids of all candidates of the list. */
  readonly everybody: readonly string[];
}

export function MatchCard({ match, rank, domain, everybody }: Props) {
  const { search, change } = useMatchSearch();
  const mayRead = allows(useSession(), 'read');
  const { user_id: id, score, mutual, stage_scores: stages } = match;
  const open = search.open === id;
  const against = termsAgainst(match);
  const speakingFor = reasonsFor(match);
  return (
    <article className={styles.card} aria-label={`${text.match.rank(rank)}: ${id}`}>
      <header className={styles.head}>
        <span className={styles.rank}>{rank}</span>
        <div className={styles.who}>
          {mayRead ? (
            <Link to="/people/$userId" params={{ userId: id }} search={{ domain }} className={styles.id}>
              {id}
            </Link>
          ) : (
            <span className={styles.id}>{id}</span>
          )}
          <CandidateFacts userId={id} domain={domain} everybody={everybody} />
        </div>
        <span className={styles.score} title={text.match.score}>
          {score.toFixed(2)}
        </span>
      </header>
      <div className={styles.body}>
        <div className={styles.words}>
          {speakingFor && (
            <ul className={styles.for} aria-label={text.match.reasons}>
              {speakingFor.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
              {speakingFor.length === 0 && <li className={styles.dim}>{text.match.noReasons}</li>}
            </ul>
          )}
          {against.length > 0 && (
            <ul className={styles.against} aria-label={text.match.against}>
              {against.map(({ name, reason }) => (
                <li key={name}>{reason ?? words(name)}</li>
              ))}
            </ul>
          )}
        </div>
        <div className={styles.bars}>
          {mutual && (
            <>
              <Bar label={text.match.theyWant} value={mutual.seeker_to_candidate} tone="good" />
              <Bar label={text.match.wantedBack} value={mutual.candidate_to_seeker} tone="good" />
            </>
          )}
          {Object.entries(stages ?? {}).map(([stage, value]) => (
            <Bar key={stage} label={text.match.stageNames[stage] ?? stage} value={value} />
          ))}
        </div>
      </div>
      {match.terms && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={styles.more}
          aria-expanded={open}
          aria-label={text.match.explainCard(id)}
          rightSection={open ? <ChevronUpIcon /> : <ChevronDownIcon />}
          onClick={() => change({ open: open ? undefined : id })}
        >
          {text.match.waterfall}
        </Button>
      )}
      {open && <WaterfallView match={match} />}
    </article>
  );
}
