import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { ItemLine } from './item-line.tsx';
import { type Asked, namedItemsQuery, rankingQuery } from './model-queries.ts';
import styles from './playground.module.css';

interface Props {
  readonly modelId: string;
  readonly asked: Asked;
}

/** The items that come next, with scores as bars between the lowest and the highest shown. */
export function Ranking({ modelId, asked }: Props) {
  const words = text.model.play;
  const needsHistory = asked.mode === 'generate' && asked.history.length === 0;
  const ranking = useQuery({
    ...rankingQuery(modelId, asked),
    enabled: !needsHistory,
    placeholderData: keepPreviousData,
  });
  const ranked = needsHistory || ranking.error ? [] : (ranking.data ?? []);
  const items = useQuery({
    ...namedItemsQuery(
      modelId,
      ranked.map(({ item_id }) => item_id),
    ),
    placeholderData: keepPreviousData,
  });
  const scores = ranked.map(({ score }) => score);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return (
    <section className={styles.section} aria-label={words.ranking} aria-busy={ranking.isFetching}>
      <header className={styles.head}>
        <h3>{words.ranking}</h3>
        <span className={styles.dim}>{asked.mode === 'generate' ? words.logHint : words.scoreHint}</span>
      </header>
      {needsHistory && <p className={styles.dim}>{words.generateEmpty}</p>}
      {ranking.error && <ErrorNote error={ranking.error} onRetry={() => ranking.refetch()} />}
      {!needsHistory && ranking.isPending && <Skeleton h={asked.limit * 52} radius="md" />}
      <ol className={styles.ranking}>
        {ranked.map(({ item_id, score, tokens }, at) => (
          <li key={item_id}>
            <span className={styles.rank}>{at + 1}</span>
            <ItemLine
              itemId={item_id}
              item={items.data?.get(item_id)}
              note={asked.history.includes(item_id) ? words.inHistory : undefined}
            />
            <span className={styles.score}>
              {words.score(score)}
              {tokens !== undefined && <code>{tokens}</code>}
              <svg className={styles.track} aria-hidden="true">
                <rect
                  width={`${high > low ? 4 + ((score - low) / (high - low)) * 96 : 100}%`}
                  height="4"
                  rx="2"
                />
              </svg>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
