import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { isRecord } from '../../parts/read-unknown.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './live-training.module.css';
import { trainingJobQuery } from './model-queries.ts';
import { CurveChart } from './training-curve.tsx';
import type { CurvePoint } from './training-facts.ts';

/** The training while it runs: how far it is, and the validations that this page has seen. */
export function LiveTraining({ modelId }: { readonly modelId: string }) {
  const session = useSession();
  const words = text.model.curve;
  const job = useQuery({ ...trainingJobQuery(modelId), enabled: allows(session, 'data', 'read') });
  const detail = isRecord(job.data?.detail) ? job.data.detail : {};
  const curve = useSeen(detail);
  const numberOf = (name: string) => (typeof detail[name] === 'number' ? detail[name] : undefined);
  const [epoch, loss, minutes] = [numberOf('epoch'), numberOf('loss'), numberOf('minutes_left')];
  const progress = job.data?.progress ?? 0;
  return (
    <Panel title={words.title} lead={words.liveLead}>
      {job.error && <ErrorNote error={job.error} onRetry={() => job.refetch()} />}
      <p className={styles.now}>
        {words.now(typeof detail.stage === 'string' ? detail.stage : (text.model.status.queued ?? ''), epoch)}
        {loss !== undefined && ` · ${words.loss(loss)}`}
        {minutes !== undefined && ` · ${words.left(minutes)}`}
      </p>
      <progress className={styles.bar} value={progress} max={1} aria-label={words.progress}>
        {text.common.percent(progress)}
      </progress>
      {curve.length > 0 ? <CurveChart curve={curve} /> : <p className={styles.none}>{words.none}</p>}
    </Panel>
  );
}

/** The points seen since the page was opened, ascending. Another fit begins again with a smaller epoch. */
function useSeen({ epoch, validation_ndcg: ndcg }: Readonly<Record<string, unknown>>): readonly CurvePoint[] {
  const [seen, setSeen] = useState<readonly CurvePoint[]>([]);
  useEffect(() => {
    if (typeof epoch !== 'number' || typeof ndcg !== 'number') return;
    setSeen((before) => {
      const last = before.at(-1);
      if (last?.epoch === epoch && last.ndcg === ndcg) return before;
      return [...before.filter((point) => point.epoch < epoch), { epoch, ndcg }];
    });
  }, [epoch, ndcg]);
  return seen;
}
