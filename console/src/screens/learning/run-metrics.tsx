import { Panel } from '../../parts/panel.tsx';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './learning.module.css';
import type { RunDetail } from './learning-queries.ts';
import { RangeChart } from './range-chart.tsx';
import { baselinesOf, pairMeasures, priorOf, rangeOf } from './run-figures.ts';

const listMeasures = ['ndcg', 'hit_rate'] as const;

/** The former model, the new model and the scorecard as declared, on the same held-out outcomes. */
export function RunMetrics({ metrics: { before, after } }: Pick<RunDetail, 'metrics'>) {
  const baselines = baselinesOf(after, text.learning.newModel);
  const prior = priorOf(after);
  // The first model is compared with the scorecard as declared, which is then both.
  const isSame = pairMeasures.every(
    (measure) => rangeOf(prior, measure)?.value === rangeOf(before, measure)?.value,
  );
  const models = { before, after, ...(isSame ? {} : { prior }) };
  return (
    <>
      <Panel title={text.learning.metricsTitle} lead={text.learning.metricsLead}>
        {after === null && <p className={styles.note}>{text.learning.noMetrics}</p>}
        {pairMeasures.map((measure) => {
          const rows = Object.entries(models).flatMap(([name, figures]) => {
            const range = rangeOf(figures, measure);
            const shown = text.learning.scorers[name] ?? name;
            return range === null ? [] : [{ name: shown, range, isNew: name === 'after' }];
          });
          return rows.length === 0 ? null : <RangeChart key={measure} measure={measure} rows={rows} />;
        })}
      </Panel>
      {baselines && (
        <Panel
          title={text.learning.baselinesTitle}
          lead={text.learning.baselinesLead(baselines.seekers, baselines.candidates)}
        >
          {listMeasures.map((measure) => {
            const rows = baselines.scorers.flatMap(({ name, ranges }, n) => {
              const range = ranges[measure];
              return range === null ? [] : [{ name: capitalized(name), range, isNew: n === 0 }];
            });
            return rows.length === 0 ? null : <RangeChart key={measure} measure={measure} rows={rows} />;
          })}
        </Panel>
      )}
    </>
  );
}
