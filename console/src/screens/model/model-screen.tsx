import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { text } from '../../text/en.ts';
import { BlendPanel } from './blend-panel.tsx';
import { Evaluation } from './evaluation.tsx';
import { LiveTraining } from './live-training.tsx';
import { ModelActions } from './model-actions.tsx';
import { ModelCard } from './model-card.tsx';
import { isUnfinished, modelQuery } from './model-queries.ts';
import styles from './model-screen.module.css';
import { Playground } from './playground.tsx';
import { TrainingCurve } from './training-curve.tsx';

const route = getRouteApi('/models/$modelId');

/** A model: its card, its quality, its training, and its predictions. */
export function ModelScreen() {
  const { modelId } = route.useParams();
  const model = useQuery(modelQuery(modelId));
  const { data } = model;
  return (
    <>
      <PageHead title={data ? `${data.name} ${data.version}` : modelId} lead={data ? modelId : ' '}>
        <div className={styles.actions}>
          {data && <ModelActions model={data} />}
          <Link to="/models" className={styles.back}>
            {text.model.back}
          </Link>
        </div>
      </PageHead>
      {model.error && <ErrorNote error={model.error} onRetry={() => model.refetch()} />}
      {model.isPending && (
        <div className={styles.panels}>
          <Skeleton h={420} radius="md" />
          <Skeleton h={420} radius="md" />
        </div>
      )}
      {data && (
        <div className={styles.panels}>
          {data.error && <p className={styles.bad}>{data.error.message}</p>}
          {data.status === 'ready' && (
            <div className={styles.wide}>
              <Playground model={data} />
            </div>
          )}
          {isUnfinished(data) && (
            <div className={styles.wide}>
              <LiveTraining modelId={data.id} />
            </div>
          )}
          {data.status === 'ready' && (
            <div className={styles.wide}>
              <Evaluation model={data} />
            </div>
          )}
          <BlendPanel model={data} />
          <ModelCard model={data} />
          <TrainingCurve model={data} />
        </div>
      )}
    </>
  );
}
