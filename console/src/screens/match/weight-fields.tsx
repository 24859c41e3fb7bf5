import { Button, NumberInput } from '@mantine/core';
import { useId } from 'react';
import type { Schema, SchemaTerm } from '../../api/queries.ts';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { useMatchSearch } from './use-match-search.ts';
import styles from './weight-fields.module.css';
import { MOST_WEIGHT, stopOf, weightGroups, weightStops, withWeight } from './weight-form.ts';

/** A factor for every term of the scorecard: a slider of usual factors beside the exact number. */
export function WeightFields({ schema }: { readonly schema: Schema }) {
  const { settings, changeSettings } = useMatchSearch();
  const weights = settings.weights ?? {};
  const set = Object.keys(weights).length;
  return (
    <details className={styles.weights} open={set > 0 || undefined}>
      <summary>{set === 0 ? text.match.weightsClosed : text.match.weightsSet(set)}</summary>
      <p className={styles.hint}>{text.match.weightsHint}</p>
      {weightGroups(schema, settings).map(([group, terms]) => (
        <div key={group} className={styles.group}>
          <h4>{text.match.weightGroups[group]}</h4>
          {terms.map((term) => (
            <WeightField
              key={term.name}
              term={term}
              weight={weights[term.name] ?? 1}
              onChange={(value) => changeSettings({ weights: withWeight(weights, term.name, value) })}
            />
          ))}
        </div>
      ))}
      {set > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => changeSettings({ weights: undefined })}>
          {text.match.weightsReset}
        </Button>
      )}
    </details>
  );
}

interface Props {
  readonly term: SchemaTerm;
  readonly weight: number;
  readonly onChange: (value: number | undefined) => void;
}

function WeightField({ term: { name, points }, weight, onChange }: Props) {
  const id = useId();
  const title = capitalized(name);
  return (
    <div className={styles.field} data-changed={weight !== 1 || undefined}>
      <label htmlFor={id} className={styles.name} title={text.match.weightRange(points.least, points.most)}>
        {title}
      </label>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={0}
        max={weightStops.length - 1}
        step={1}
        value={stopOf(weight)}
        aria-valuetext={text.match.weightTimes(weight)}
        onChange={({ currentTarget }) => onChange(weightStops[Number(currentTarget.value)])}
      />
      <NumberInput
        size="xs"
        hideControls
        aria-label={text.match.weightOf(title)}
        min={0}
        max={MOST_WEIGHT}
        decimalScale={3}
        value={weight}
        onChange={(value) => typeof value === 'number' && onChange(value)}
      />
    </div>
  );
}
