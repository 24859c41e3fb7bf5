import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';
import styles from './playground.module.css';

/** A list of the rules: whether each was held, and its cost. */
export function RuleOutcomes({ rules }: { readonly rules: readonly wire.RuleOutcome[] }) {
  const words = text.model.play;
  return (
    <ul className={styles.rules} aria-label={words.rules}>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request may have a rule twice
        <li key={at}>
          <code>{JSON.stringify(rule.filter)}</code>
          <span>{words.rule(rule)}</span>
          <span className={styles.dim}>{words.ruleCost(rule.places_changed, rule.score_given_up)}</span>
        </li>
      ))}
    </ul>
  );
}
