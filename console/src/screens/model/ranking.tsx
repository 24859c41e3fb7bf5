import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { ItemLine } from './item-line.tsx';
import { type Asked, namedItemsQuery, rankingQuery } from './model-queries.ts';
import styles from './playground.module.css';
import { RuleOutcomes } from './rule-outcomes.tsx';

interface Props {
  readonly modelId: string;
  readonly asked: Asked;
}

/** The items that come next, with scores as bars between the lowest and the highest shown. */
export function Ranking({ modelId, asked }: Props) {
  const words = text.model.play;
  const ranking = useQuery({ ...rankingQuery(modelId, asked), placeholderData: keepPreviousData });
  const answer = ranking.error ? undefined : ranking.data;
  const ranked = answer?.items ?? [];
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
      {ranking.error && <ErrorNote error={ranking.error} onRetry={() => ranking.refetch()} />}
      {answer?.fallback !== undefined && <p role="status">{words.fallbacks[answer.fallback]}</p>}
      {answer?.rules !== undefined && <RuleOutcomes rules={answer.rules} />}
      {answer !== undefined && ranked.length === 0 && <p className={styles.dim}>{words.noneLeft}</p>}
      {ranking.isPending && <Skeleton h={asked.limit * 52} radius="md" />}
      <ol className={styles.ranking}>
        {ranked.map(({ item_id, score, tokens, moved }, at) => (
          <li key={item_id}>
            <span className={styles.rank}>{at + 1}</span>
            <ItemLine
              itemId={item_id}
              item={items.data?.get(item_id)}
              note={asked.history.includes(item_id) ? words.inHistory : undefined}
            />
            <span className={styles.score}>
              {words.score(score)}
              {moved !== undefined && moved !== 0 && <span>{words.moved(moved)}</span>}
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
