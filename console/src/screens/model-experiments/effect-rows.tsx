import type { ModelExperiment } from '../../api/model-experiment-queries.ts';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';
import styles from './arms.module.css';

type Effect = NonNullable<NonNullable<ModelExperiment['result']>['arms'][number]['effect']>;

interface Row {
  readonly name: string;
  /** null: too few people. */
  readonly effect: Effect | null;
}

/** Each arm with its interval around its difference from the control, on one axis with 0 in the middle. */
export function EffectRows({ of: { arms, result } }: { readonly of: ModelExperiment }) {
  const rows = arms
    .slice(1)
    .map(({ name }, n): Row => ({ name, effect: result?.arms[n + 1]?.effect ?? null }));
  const widest = Math.max(0, ...rows.flatMap(({ effect }) => (effect === null ? [] : extentOf(effect))));
  return (
    <ul>
      {rows.map((row) => (
        <EffectRow key={row.name} row={row} widest={widest} />
      ))}
    </ul>
  );
}

const extentOf = ({ low, high }: Effect) => [Math.abs(low), Math.abs(high)];

function EffectRow({ row: { name, effect }, widest }: { readonly row: Row; readonly widest: number }) {
  const at = (value: number) => `${50 + (widest === 0 ? 0 : (48 * value) / widest)}%`;
  const verdict = verdictOf(effect);
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <svg className={styles.axis} aria-hidden="true">
        <line x1="0" x2="100%" y1="10" y2="10" className={styles.ground} />
        <line x1="50%" x2="50%" y1="0" y2="20" className={styles.zero} />
        {effect && (
          <>
            <line x1={at(effect.low)} x2={at(effect.high)} y1="10" y2="10" className={styles.interval} />
            <circle cx={at(effect.estimate)} cy="10" r="5" className={styles.estimate} />
          </>
        )}
      </svg>
      <span className={styles.words}>
        {effect && words.interval(effect.estimate, effect.low, effect.high)}
      </span>
      <span className={styles[verdict.tone]}>{verdict.text}</span>
    </li>
  );
}

function verdictOf(effect: Effect | null) {
  if (effect === null) return { text: words.noInterval, tone: 'plain' } as const;
  if (effect.low > 0) return { text: words.better, tone: 'good' } as const;
  if (effect.high < 0) return { text: words.worse, tone: 'bad' } as const;
  return { text: words.notYet, tone: 'plain' } as const;
}
