import { text } from '../../text/en.ts';
import styles from './facts.module.css';
import type { ExposureStatistics } from './learning-queries.ts';

interface Props {
  readonly exposure: ExposureStatistics;
}

export function ExposureFacts({ exposure }: Props) {
  const { gini, people, exposed, most, newcomers, fair_exposure: fair } = exposure;
  const never = Math.max(0, people - exposed);
  const { count, percent } = text.common;
  const facts = [
    { name: text.learning.gini, value: gini === null ? '–' : gini.toFixed(2), hint: text.learning.giniHint },
    {
      name: text.learning.neverShown,
      value: people === 0 ? '–' : percent(never / people),
      hint: text.learning.neverShownOf(count(never), count(people)),
    },
    { name: text.learning.most, value: text.learning.times(most), hint: '' },
    {
      name: text.learning.newcomers,
      value: newcomers.share === null ? '–' : percent(newcomers.share),
      hint: text.learning.newcomersHint,
    },
    {
      name: text.learning.fairExposure,
      value: fair === null ? text.learning.fairExposureOff : text.learning.priced(count(fair.priced)),
      hint: fair === null ? '' : text.learning.pricedHint(count(fair.over_capacity), fair.highest_price),
    },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            {hint && <span>{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
