import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type SystemState, systemQuery } from '../../api/admin-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { text } from '../../text/en.ts';
import { IndexMemory } from './index-memory.tsx';
import { RecentErrors } from './recent-errors.tsx';
import { Requests } from './requests.tsx';
import { StageLatency } from './stage-latency.tsx';
import styles from './system-screen.module.css';
import { Tiles } from './tiles.tsx';
import { type Sample, withSample } from './trend.ts';
import { Work } from './work.tsx';

/** The state of the process, asked for every few seconds. The last answer stays while one fails. */
export function SystemScreen() {
  const system = useQuery(systemQuery);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const state = system.data;
  useEffect(() => {
    if (state !== undefined) setSamples((before) => withSample(before, state));
  }, [state]);
  return (
    <>
      <PageHead title={text.system.title} lead={text.system.lead} />
      <div className={styles.stack}>
        {system.error && <ErrorNote error={system.error} onRetry={() => system.refetch()} />}
        {system.isPending && <Waiting />}
        {state && (
          <>
            <Tiles state={state} samples={samples} />
            <StageLatency stages={state.stages} />
            <IndexMemory indexes={state.indexes} />
            <RecentErrors errors={state.errors} names={namesOf(state)} />
            <Work state={state} />
            <Requests requests={state.requests} />
          </>
        )}
      </div>
    </>
  );
}

function namesOf({ indexes }: SystemState): ReadonlyMap<string, string> {
  return new Map(
    indexes.largest.flatMap(({ tenant_id, tenant_name }) =>
      tenant_name === null ? [] : [[tenant_id, tenant_name] as const],
    ),
  );
}

function Waiting() {
  return (
    <>
      <div className={styles.waiting}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} h="8.6rem" radius="md" />
        ))}
      </div>
      <Skeleton h={260} radius="md" />
      <Skeleton h={220} radius="md" />
    </>
  );
}
