import { text } from '../../text/en.ts';
import { ExampleIds } from './example-ids.tsx';
import { funnelWidth } from './funnel-rows.ts';
import styles from './rule-bars.module.css';
import { type FilterRule, ruleTitle } from './rule-title.ts';

interface Props {
  readonly rules: readonly FilterRule[];
  /** Candidates before the first rule. */
  readonly total: number;
  readonly onAsk: (id: string) => void;
}

/**
 * The number of candidates that each rule dropped, as bars. No other rule drops the candidates of the darker
 * part.
 */
export function RuleBars({ rules, total, onAsk }: Props) {
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => {
        const { dropped, alone = 0, mismatch, missing = 0, example_user_ids: ids = [] } = rule;
        const width = 100 * funnelWidth(dropped, total);
        const title = ruleTitle(rule);
        return (
          <li key={rule.rule} className={styles.rule}>
            <span className={styles.name} title={title}>
              {title}
            </span>
            <svg className={styles.bar} aria-hidden="true">
              <rect width={`${width}%`} height="10" rx="3" className={styles.dropped} />
              <rect width={`${(width * alone) / dropped}%`} height="10" rx="3" className={styles.alone} />
            </svg>
            <span className={styles.count}>
              {text.common.count(dropped)}
              <span className={styles.said}> {text.match.fellOut}</span>
            </span>
            <span className={styles.more}>
              {mismatch !== undefined && missing > 0 && (
                <span>{text.match.ruleParts(mismatch, missing)}</span>
              )}
              {rule.alone !== undefined && <span>{text.match.ruleAlone(rule.alone)}</span>}
              <ExampleIds ids={ids} onAsk={onAsk} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
