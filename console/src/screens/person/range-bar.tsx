import { capitalized, shownValue } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './range-bar.module.css';
import { type DrawnRange, window } from './wishes-drawn.ts';

interface Props {
  readonly range: DrawnRange;
  /** Values of the people that this person would see. */
  readonly values: readonly number[];
}

const WIDTH = 560;
const HEIGHT = 56;
const GROUND = 40;

/** A wished range on the axis of its field, with a dot for each value; equal values are stacked. */
export function RangeBar({ range, values }: Props) {
  const [low, high] = window(range, values);
  const x = (value: number) => ((value - low) / (high - low || 1)) * (WIDTH - 16) + 8;
  const stacked = values.map((value, n) => ({
    value,
    level: values.slice(0, n).filter((other) => Math.abs(x(other) - x(value)) < 8).length,
    key: `${value}-${n}`,
  }));
  return (
    <figure className={styles.figure}>
      <figcaption>
        <strong>{capitalized(range.field)}</strong>{' '}
        {text.person.wished(shownValue(range.from), shownValue(range.to))}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={styles.bar}
        role="img"
        aria-label={text.person.rangeOf(range.field, values.length)}
      >
        <rect x="0" y={GROUND} width={WIDTH} height="4" rx="2" className={styles.axis} />
        <rect
          x={x(range.from)}
          y={GROUND - 2}
          width={Math.max(3, x(range.to) - x(range.from))}
          height="8"
          rx="4"
          className={styles.band}
        />
        {stacked.map(({ value, level, key }) => (
          <circle key={key} cx={x(value)} cy={GROUND - 9 - level * 9} r="4" className={styles.dot}>
            <title>{shownValue(value)}</title>
          </circle>
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{shownValue(low)}</span>
        <span>{shownValue(high)}</span>
      </div>
    </figure>
  );
}
