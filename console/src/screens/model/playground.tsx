import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { conditionsOf } from './conditions.ts';
import { ConditionsField } from './conditions-field.tsx';
import { ContextFields } from './context-fields.tsx';
import { History } from './history.tsx';
import { ItemSearch } from './item-search.tsx';
import { type Model, namedItemsQuery } from './model-queries.ts';
import { limits, MOST_HISTORY } from './model-search.ts';
import styles from './playground.module.css';
import { PredictCode } from './predict-code.tsx';
import { Ranking } from './ranking.tsx';
import { useModelSearch } from './use-model-search.ts';

/** Pick a history on the left, read the ranking on the right. All of it is in the address. */
export function Playground({ model }: { readonly model: Model }) {
  const session = useSession();
  const words = text.model.play;
  const { search, change } = useModelSearch();
  const { history = [], limit = 10, more = '' } = search;
  const canGenerate = model.capabilities.includes('generate');
  const mode = canGenerate && search.mode === 'generate' ? 'generate' : 'predict';
  const known = useQuery(namedItemsQuery(model.id, history));
  const most = Math.min(MOST_HISTORY, model.max_history_items ?? MOST_HISTORY);
  const setHistory = (next: readonly string[]) => change({ history: next.length === 0 ? undefined : next });
  const setMore = (next: string) => change({ more: next === '' ? undefined : next });
  const asked = { history, limit, mode, more: conditionsOf(more) ?? {} } as const;
  const tools = (
    <div className={styles.tools}>
      {canGenerate && (
        <SegmentedControl
          size="xs"
          aria-label={words.mode}
          value={mode}
          onChange={(value) => change({ mode: value === 'generate' ? 'generate' : undefined })}
          data={[
            { value: 'predict', label: words.predict },
            { value: 'generate', label: words.generate },
          ]}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label={words.limit}
        value={String(limit)}
        onChange={(value) => change({ limit: value === '10' ? undefined : Number(value) })}
        data={[...limits]}
      />
    </div>
  );
  return (
    <>
      <Panel title={words.title} lead={words.lead} aside={tools}>
        {known.error && <ErrorNote error={known.error} onRetry={() => known.refetch()} />}
        <div className={styles.columns}>
          <div className={styles.column}>
            <History
              ids={history}
              items={known.data}
              onChange={setHistory}
              full={history.length >= most ? words.tooLong(most) : undefined}
            />
            <ItemSearch
              modelId={model.id}
              onAdd={(id) => history.length < most && setHistory([...history, id])}
            />
            <ContextFields model={model} value={more} onChange={setMore} />
            <ConditionsField value={more} onApply={setMore} />
          </div>
          {allows(session, 'infer') ? (
            <Ranking modelId={model.id} asked={asked} />
          ) : (
            <p className={styles.dim}>{words.noScope}</p>
          )}
        </div>
      </Panel>
      <div className={styles.code}>
        <PredictCode modelId={model.id} asked={asked} />
      </div>
    </>
  );
}
