import { ShareList } from '../../parts/charts/share-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Dataset, Statistics } from './dataset-queries.ts';
import styles from './dataset-screen.module.css';

interface Props {
  readonly dataset: Dataset;
  readonly statistics: Statistics | undefined;
}

/** Where the dataset comes from, what may be done with it, and the kinds of its events. */
export function About({ dataset, statistics }: Props) {
  const words = text.dataset;
  const { kinds = [], kind_count = 0, events = 0 } = statistics ?? {};
  const context = Object.entries(dataset.features.events);
  const note = words.kindCount(kinds.length, kind_count);
  return (
    <Panel title={words.about}>
      <dl className={styles.about}>
        <dt>{words.source}</dt>
        <dd>{words.sources[dataset.source] ?? dataset.source}</dd>
        <dt>{words.access}</dt>
        <dd>
          {dataset.access.export ? text.data.exportAllowed : text.data.exportRefused} ·{' '}
          {dataset.access.training ? text.data.trainingAllowed : text.data.trainingRefused}
        </dd>
        <dt>{words.terms}</dt>
        <dd>{dataset.terms}</dd>
        {dataset.repeats && (
          <>
            <dt>{words.repeats}</dt>
            <dd>{words.repeatsKept}</dd>
          </>
        )}
        {dataset.baskets !== null && (
          <>
            <dt>{words.baskets}</dt>
            <dd>{words.basketsBy[dataset.baskets] ?? dataset.baskets}</dd>
          </>
        )}
        {context.length > 0 && (
          <>
            <dt>{words.context}</dt>
            <dd>{context.map(([name, { type }]) => `${name} (${type})`).join(', ')}</dd>
          </>
        )}
      </dl>
      {kinds.length > 0 && (
        <>
          <h3 className={styles.minor}>{words.kinds}</h3>
          {note !== '' && <p className={styles.dim}>{note}</p>}
          <ShareList
            rows={kinds.map(({ kind, events: own }) => ({
              key: kind,
              name: kind,
              share: own / (kinds[0]?.events ?? 1),
              value: [words.tail.events(own, own / events), weightOf(dataset, kind)].join(''),
            }))}
          />
        </>
      )}
    </Panel>
  );
}

/** The declared weight of a kind; '' where the dataset declares none. */
function weightOf({ kinds }: Dataset, kind: string): string {
  const declared = Object.entries(kinds);
  if (declared.length === 0) return '';
  return text.dataset.weight(declared.find(([name]) => name === kind)?.[1].weight ?? 1);
}
