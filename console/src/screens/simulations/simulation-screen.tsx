import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { MeasureBar } from './measure-bar.tsx';
import { policyOf } from './policy-of.ts';
import styles from './simulations.module.css';

const route = getRouteApi('/simulations/$simulationId');
const EVERY_MS = 3000;

/** The items that people would take, step by step, and how they spread over the catalogue. */
export function SimulationScreen() {
  const { simulationId } = route.useParams();
  const simulation = useQuery({
    queryKey: ['simulation', simulationId],
    queryFn: ({ signal }) => client.simulations.get(simulationId, { signal }),
    refetchInterval: ({ state }) =>
      state.data && ['queued', 'running'].includes(state.data.status) ? EVERY_MS : false,
  });
  const found = simulation.data;
  return (
    <>
      <PageHead
        title={found ? policyOf(found) : simulationId}
        {...(found && {
          lead: `${words(found.status)} · ${text.simulations.steps(found.steps)} · ${found.model_id}`,
        })}
      />
      {simulation.error && <ErrorNote error={simulation.error} onRetry={() => simulation.refetch()} />}
      {simulation.isPending && <Skeleton h={360} radius="md" />}
      {found?.error && <p className={styles.bad}>{found.error.message}</p>}
      {found?.status === 'succeeded' && (
        <div className={styles.columns}>
          <Panel
            title={text.simulations.outcome}
            lead={[
              text.simulations.people(found.histories ?? 0, found.judged_histories ?? 0),
              ...(found.baskets_read_as === 'single_items' ? [text.simulations.singleItems] : []),
            ].join(' ')}
          >
            <MeasureBar
              label={text.simulations.coverage}
              hint={text.simulations.coverageHint}
              measure={found.coverage}
            />
            <MeasureBar
              label={text.simulations.gini}
              hint={text.simulations.giniHint}
              measure={found.exposure_gini}
            />
            <MeasureBar
              label={text.simulations.repeats}
              hint={text.simulations.repeatsHint}
              measure={found.repeat_rate}
            />
          </Panel>
          {found.per_step?.some(({ hit_rate }) => hit_rate !== null) && (
            <Panel title={text.simulations.hits} lead={text.simulations.hitsLead}>
              {found.per_step.map(({ step, hit_rate }) => (
                <MeasureBar key={step} label={text.simulations.step(step)} measure={hit_rate} />
              ))}
            </Panel>
          )}
          {found.top_items && found.top_items.length > 0 && (
            <Panel title={text.simulations.top} lead={text.simulations.topLead}>
              {found.top_items.map(({ item_id, share }) => (
                <MeasureBar key={item_id} label={item_id} measure={share} />
              ))}
            </Panel>
          )}
        </div>
      )}
    </>
  );
}
