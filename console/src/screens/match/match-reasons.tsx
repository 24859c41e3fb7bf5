import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './match-reasons.module.css';
import { type Candidate, reasonsFor, termsAgainst } from './waterfall-steps.ts';

const BEST = 2;

interface Props {
  readonly match: Candidate;
  readonly open: boolean;
}

/** The reasons for a candidate; open, all of them, and the reasons against. */
export function MatchReasons({ match, open }: Props) {
  const all = reasonsFor(match);
  const against = open ? termsAgainst(match) : [];
  return (
    <div className={styles.words} data-closed={!open || undefined}>
      {all && (
        <ul className={styles.for} aria-label={text.match.reasons}>
          {all.slice(0, open ? undefined : BEST).map((reason) => (
            <li key={reason} title={open ? undefined : reason}>
              {reason}
            </li>
          ))}
          {all.length === 0 && <li className={styles.dim}>{text.match.noReasons}</li>}
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
  );
}
