import type { ModelExperiment } from '../../api/model-experiment-queries.ts';
import { RangeRow } from '../../parts/charts/range-row.tsx';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';

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

/** Room between the widest interval and the ends of the axis. */
const MARGIN = 50 / 48;

function EffectRow({ row: { name, effect }, widest }: { readonly row: Row; readonly widest: number }) {
  const max = widest === 0 ? 1 : widest * MARGIN;
  const { estimate = null, low = null, high = null } = effect ?? {};
  return (
    <RangeRow
      label={name}
      range={{ value: estimate, low, high }}
      min={-max}
      max={max}
      strong
      words={effect === null ? '' : words.interval(effect.estimate, effect.low, effect.high)}
      verdict={verdictOf(effect)}
    />
  );
}

function verdictOf(effect: Effect | null) {
  if (effect === null) return { text: words.noInterval, tone: 'plain' } as const;
  if (effect.low > 0) return { text: words.better, tone: 'good' } as const;
  if (effect.high < 0) return { text: words.worse, tone: 'bad' } as const;
  return { text: words.notYet, tone: 'plain' } as const;
}
