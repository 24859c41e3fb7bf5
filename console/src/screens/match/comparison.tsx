import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { modelStages } from 'counterpart-stages';
import type { MatchResult } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { compareResults, type Move } from './compare-results.ts';
import styles from './comparison.module.css';

interface Props {
  readonly a: MatchResult;
  readonly b: MatchResult;
}

/** Two lists side by side, with a line for everyone who stands in both. */
export function Comparison({ a, b }: Props) {
  const { moves, kept, left, entered, same } = compareResults(a.matches, b.matches);
  const byId = new Map(moves.map((move) => [move.id, move]));
  const lead = same ? text.match.sameResult : text.match.comparisonLead(kept, left, entered);
  const sides = [
    { key: 'a', title: titleOf(text.match.settingsA, a, b), matches: a.matches },
    { key: 'b', title: titleOf(text.match.settingsB, b, a), matches: b.matches },
  ] as const;
  return (
    <Panel title={text.match.comparison} lead={lead}>
      <div className={styles.sides}>
        {sides.map(({ key, title, matches }) => (
          <div key={key} className={styles.side} data-side={key}>
            <h3>{title}</h3>
            <ol>
              {matches.map(({ user_id: id, score }, position) => (
                <li key={id} className={styles.row}>
                  <span className={styles.rank}>{position + 1}</span>
                  <Link to="/people/$userId" params={{ userId: id }} className={styles.id} title={id}>
                    {id}
                  </Link>
                  {key === 'b' && <MoveNote from={byId.get(id)?.a} to={position + 1} />}
                  {key === 'a' && byId.get(id)?.b === undefined && (
                    <MoveNote from={undefined} to={position + 1} />
                  )}
                  <span className={styles.score}>{score.toFixed(2)}</span>
                </li>
              ))}
              {matches.length === 0 && <li className={styles.none}>{text.match.noMatches}</li>}
            </ol>
          </div>
        ))}
        <SlopeLines moves={moves} rows={Math.max(a.matches.length, b.matches.length)} />
      </div>
    </Panel>
  );
}

/** Where the two use other models, the model is part of the title. */
function titleOf(title: string, own: MatchResult, other: MatchResult): string {
  const tierOf = ({ models_used: used }: MatchResult) =>
    modelStages.flatMap((stage) => used[stage]?.tier ?? []).at(-1);
  const tier = tierOf(own);
  return tier === undefined || tier === tierOf(other) ? title : `${title}: ${text.match.tiers[tier] ?? tier}`;
}

function MoveNote({ from, to }: { readonly from: number | undefined; readonly to: number }) {
  const { moved } = text.match;
  if (from === undefined) return <span className={styles.only}>{moved.in}</span>;
  if (from === to) return null;
  return from > to ? (
    <span className={styles.up} title={moved.up(from - to)}>
      <ArrowUpIcon aria-label={moved.up(from - to)} role="img" />
      {from - to}
    </span>
  ) : (
    <span className={styles.down} title={moved.down(to - from)}>
      <ArrowDownIcon aria-label={moved.down(to - from)} role="img" />
      {to - from}
    </span>
  );
}

/** Lines between the ranks of both lists. The rows of the lists have the same height. */
function SlopeLines({ moves, rows }: { readonly moves: readonly Move[]; readonly rows: number }) {
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 100 ${Math.max(1, rows) * 10}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {moves.map(({ id, a, b }) =>
        a === undefined || b === undefined ? null : (
          <path
            key={id}
            className={a === b ? styles.level : a > b ? styles.rise : styles.fall}
            d={`M0 ${a * 10 - 5} C40 ${a * 10 - 5} 60 ${b * 10 - 5} 100 ${b * 10 - 5}`}
          />
        ),
      )}
    </svg>
  );
}
