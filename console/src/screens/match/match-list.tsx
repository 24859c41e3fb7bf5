import type { MatchResult } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { text } from '../../text/en.ts';
import { emptyingStage, funnelRows } from './funnel-rows.ts';
import { MatchCard } from './match-card.tsx';
import styles from './match-list.module.css';

export function MatchList({ result, domain }: { readonly result: MatchResult; readonly domain: string }) {
  const { matches } = result;
  const everybody = matches.map((match) => match.user_id);
  const stage = emptyingStage(funnelRows(result)) ?? 'sql_filter';
  return (
    <section aria-labelledby="matches-title" className={styles.list}>
      <h2 id="matches-title">{text.match.count(matches.length)}</h2>
      {matches.length === 0 && (
        <EmptyState
          title={text.match.noMatches}
          lead={text.match.noMatchesLead(text.match.stageNames[stage] ?? stage)}
        />
      )}
      <ol className={styles.list}>
        {matches.map((match, position) => (
          <li key={match.user_id}>
            <MatchCard match={match} rank={position + 1} domain={domain} everybody={everybody} />
          </li>
        ))}
      </ol>
    </section>
  );
}
