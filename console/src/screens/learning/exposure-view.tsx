import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { ExposureFacts } from './exposure-facts.tsx';
import { ExposureGroups } from './exposure-groups.tsx';
import styles from './learning.module.css';
import { exposureQuery } from './learning-queries.ts';
import { LorenzCurve } from './lorenz-curve.tsx';

interface Props {
  readonly domain: string;
}

/** How often each person was shown is counted over a year, so the whole view is. */
const DAYS = 365;

export function ExposureView({ domain }: Props) {
  const exposure = useQuery(exposureQuery(domain, DAYS));
  return (
    <div className={styles.columns}>
      <Panel title={text.learning.lorenzTitle} lead={text.learning.lorenzLead}>
        {exposure.error && <ErrorNote error={exposure.error} onRetry={() => exposure.refetch()} />}
        {exposure.isPending && <Skeleton h={420} radius="md" />}
        {exposure.data &&
          (exposure.data.lorenz.length === 0 ? (
            <EmptyState title={text.learning.nobodyShown} lead={text.learning.noMatchesLead} />
          ) : (
            <LorenzCurve points={exposure.data.lorenz} />
          ))}
        {exposure.data !== undefined && exposure.data.waiting > 0 && (
          <p className={styles.note}>{text.learning.waiting(exposure.data.waiting)}</p>
        )}
      </Panel>
      <Panel title={text.learning.views.exposure}>
        {exposure.isPending && <Skeleton h={260} radius="md" />}
        {exposure.data && <ExposureFacts exposure={exposure.data} />}
        {exposure.data?.fair_exposure && <ExposureGroups exposure={exposure.data.fair_exposure} />}
      </Panel>
    </div>
  );
}
