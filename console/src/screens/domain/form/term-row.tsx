import { Button, Slider, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { YAMLMap } from 'yaml';
import { text } from '../../../text/en.ts';
import { CommitNumber } from './commit-number.tsx';
import type { FaultsOfEntry } from './fault-places.ts';
import { OtherFaults } from './field-card.tsx';
import styles from './form.module.css';
import type { FixedEntry, FormEntry } from './read-form.ts';
import { type Editing, entryOf } from './use-entry.ts';

const words = text.domain.form;
const ORDER = [
  ...['name', 'compare', 'field', 'me', 'other', 'orientation', 'measure', 'same', 'different'],
  ...['weight', 'missing'],
];
export const TERM_INPUTS: readonly string[] = ['weight', 'missing', 'same', 'different'];
const USUAL_WEIGHT = 3;
const MOST_WEIGHT = 10;

interface Props extends Editing {
  readonly entry: FormEntry | FixedEntry;
  /** Share of all points; undefined: not known yet. */
  readonly share: number | undefined;
  readonly faults: FaultsOfEntry;
  readonly onLine: (line: number) => void;
}

/** A term with its weight as a slider and a number, and its points where they are single numbers. */
export function TermRow({ entry, share, faults, onLine, ...editing }: Props) {
  const { name, line, map } = entry;
  return (
    <li className={styles.term}>
      <div className={styles.termHead}>
        <strong>{name}</strong>
        <span>{map === null ? '' : String(editing.form.valueOf(map, 'compare') ?? '')}</span>
        <Button size="compact-xs" variant="default" onClick={() => onLine(line)}>
          {text.domain.goToLine(line)}
        </Button>
      </div>
      {map === null && <p className={styles.note}>{words.fixed}</p>}
      {map?.anchor !== undefined && <p className={styles.note}>{words.shared}</p>}
      {map !== null && <TermInputs map={map} name={name} share={share} faults={faults} {...editing} />}
      <OtherFaults faults={faults} onLine={onLine} />
    </li>
  );
}

interface InputProps extends Editing, Pick<Props, 'share' | 'faults'> {
  readonly map: YAMLMap;
  readonly name: string;
}

function TermInputs({ map, name, share, faults, ...editing }: InputProps) {
  const entry = entryOf(editing, map, ORDER);
  const weight = entry.number('weight') ?? 1;
  const [sliding, setSliding] = useState<number | null>(null);
  const setWeight = (to: number | undefined) => entry.set('weight', to === 1 ? undefined : to);
  const points =
    entry.text('compare') === 'same' ? (['same', 'different', 'missing'] as const) : (['missing'] as const);
  const labels = { same: words.same, different: words.different, missing: words.missingOf };
  return (
    <>
      <div className={styles.termInputs}>
        <Slider
          thumbLabel={words.weightOf(name)}
          min={0}
          max={Math.max(USUAL_WEIGHT, Math.ceil(weight))}
          step={0.05}
          label={null}
          value={sliding ?? weight}
          onChange={setSliding}
          onChangeEnd={(to) => {
            setSliding(null);
            if (to !== weight) setWeight(to);
          }}
        />
        <CommitNumber
          bare
          label={words.ofTerm(words.weight, name)}
          value={sliding ?? weight}
          onCommit={setWeight}
          error={faults.of('weight')}
          min={0}
          max={MOST_WEIGHT}
          step={0.1}
        />
        <span className={styles.share}>
          {share === undefined ? '–' : text.common.percent(share)}
          <VisuallyHidden> {words.shareOf}</VisuallyHidden>
        </span>
      </div>
      <details open={points.some((key) => faults.of(key) !== undefined) || undefined}>
        <summary>{words.points}</summary>
        <div className={styles.points}>
          {points.map((key) => (
            <CommitNumber
              key={key}
              label={labels[key]}
              value={entry.number(key)}
              onCommit={(to) => entry.set(key, to ?? (key === 'same' ? 0 : undefined))}
              error={faults.of(key)}
              min={-10}
              max={10}
              step={0.1}
            />
          ))}
        </div>
      </details>
    </>
  );
}
