import { text } from '../../../text/en.ts';
import type { Fault, Summary } from '../domain-queries.ts';
import { CommitNumber } from './commit-number.tsx';
import { faultsOfEntry } from './fault-places.ts';
import styles from './form.module.css';
import { sharesOfTerms } from './shares-of-terms.ts';
import { TERM_INPUTS, TermRow } from './term-row.tsx';
import { type Editing, entryOf, numberOf } from './use-entry.ts';

const words = text.domain.form;
const ORDER = ['intercept', 'base_rate', 'temperature', 'terms'];

interface Props extends Editing {
  readonly faults: readonly Fault[];
  /** Terms of the last definition without faults. */
  readonly checked: Summary['scorecard']['terms'];
  readonly onLine: (line: number) => void;
}

/** The numbers of the scorecard, and its terms with weights and shares. */
export function ScorecardForm({ faults, checked, onLine, ...editing }: Props) {
  const { scorecard, terms } = editing.form;
  if (scorecard === null) return <p className={styles.note}>{words.noScorecard}</p>;
  const entry = entryOf(editing, scorecard, ORDER);
  const faultOf = (key: string) =>
    faults.find(({ path }) => path === `scorecard.${key}` || path?.startsWith(`scorecard.${key}.`))?.message;
  const baseRate = editing.form.mapOf(scorecard, 'base_rate');
  const shares = sharesOfTerms(checked);
  return (
    <>
      <div className={styles.inputs}>
        <CommitNumber
          label={words.intercept}
          value={entry.number('intercept')}
          onCommit={(value) => entry.set('intercept', value)}
          error={faultOf('intercept')}
          step={0.1}
        />
        {baseRate !== null && (
          <CommitNumber
            label={words.baseRate}
            value={numberOf(editing.form.valueOf(baseRate, 'value'))}
            onCommit={(value) =>
              value !== undefined && entryOf(editing, baseRate, ['value']).set('value', value)
            }
            error={faultOf('base_rate')}
            min={0}
            max={1}
            step={0.01}
          />
        )}
        <CommitNumber
          label={words.temperature}
          value={entry.number('temperature')}
          onCommit={(value) => entry.set('temperature', value)}
          error={faultOf('temperature')}
          min={0.1}
          max={100}
          step={0.1}
        />
      </div>
      <p className={styles.note}>{terms.length === 0 ? words.noTerms : words.shareLead}</p>
      <ul className={styles.terms}>
        {terms.map((term) => (
          <TermRow
            key={term.at}
            entry={term}
            share={shares.get(term.name)}
            faults={faultsOfEntry(faults, 'scorecard.terms', term.at, TERM_INPUTS)}
            onLine={onLine}
            {...editing}
          />
        ))}
      </ul>
    </>
  );
}
