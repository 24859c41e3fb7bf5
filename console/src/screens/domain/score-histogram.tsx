import { VisuallyHidden } from '@mantine/core';
import { text } from '../../text/en.ts';
import { scoreBins } from './score-bins.ts';
import styles from './score-histogram.module.css';

const HEIGHT = 160;

/** How many shown candidates had which score. A table has the numbers for readers who do not see the bars. */
export function ScoreHistogram({ days }: { readonly days: Parameters<typeof scoreBins>[0] }) {
  const bins = scoreBins(days);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = 100 / bins.length;
  return (
    <figure className={styles.figure}>
      <svg className={styles.bars} height={HEIGHT} aria-hidden="true">
        {bins.map(({ from, to, count }, at) => (
          <g key={from}>
            <title>{`${text.domain.scoreBin(from.toFixed(2), to.toFixed(2))}: ${text.common.count(count)}`}</title>
            <rect className={styles.hit} x={`${at * width}%`} width={`${width}%`} height={HEIGHT} />
            <rect
              className={styles.bar}
              x={`${(at + 0.08) * width}%`}
              width={`${width * 0.84}%`}
              y={HEIGHT - (count / most) * HEIGHT}
              height={(count / most) * HEIGHT}
              rx="2"
            />
          </g>
        ))}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>0</span>
        <span>{text.domain.score}</span>
        <span>1</span>
      </div>
      <VisuallyHidden>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.domain.score}</th>
              <th scope="col">{text.domain.shown}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map(({ from, to, count }) => (
              <tr key={from}>
                <th scope="row">{text.domain.scoreBin(from.toFixed(2), to.toFixed(2))}</th>
                <td>{text.common.count(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
