import { Button, Modal, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { type Experiment, experimentQuery } from '../../api/experiment-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import styles from '../../parts/form.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { ArmTable } from './arm-table.tsx';
import { ArmsInForce } from './arms-in-force.tsx';
import { GuardrailTable } from './guardrail-table.tsx';
import { SequenceChart } from './sequence-chart.tsx';
import { sequenceScale } from './sequence-scale.ts';
import { stateOf } from './state-of.ts';

const route = getRouteApi('/experiments/$experimentId');

/** The decision in words, the confidence sequence over time, the arms and the guardrails. */
export function ExperimentScreen() {
  const { experimentId } = route.useParams();
  const experiment = useQuery(experimentQuery(experimentId));
  const found = experiment.data;
  return (
    <>
      <PageHead title={found?.name ?? experimentId} {...(found && { lead: leadOf(found) })}>
        {found && found.state !== 'ended' && (
          <div className={styles.actions}>
            <PauseButton experimentId={experimentId} isPaused={found.state === 'paused'} />
            <StopButton experimentId={experimentId} />
          </div>
        )}
      </PageHead>
      {experiment.error && <ErrorNote error={experiment.error} onRetry={() => experiment.refetch()} />}
      {experiment.isPending && <Skeleton h={360} radius="md" />}
      {found && (
        <div className={styles.stack}>
          <Results of={found} />
          <ArmsInForce of={found} />
        </div>
      )}
    </>
  );
}

function leadOf(experiment: Experiment): string {
  const { domain, design, state, ends_at } = experiment;
  const until = state !== 'ended' ? [text.experiments.until(dateTime(ends_at))] : [];
  return [domain, text.experiments.designs[design], stateOf(experiment), ...until].join(' · ');
}

function Results({ of: { decision, history, stop, design, result } }: { readonly of: Experiment }) {
  const scale = sequenceScale(history);
  return (
    <div className={styles.stack}>
      <Panel title={text.experiments.decision}>
        <p>{decision}</p>
      </Panel>
      {design !== 'shadow' && (
        <Panel title={text.experiments.difference} lead={text.experiments.differenceLead(stop.confidence)}>
          {scale === null ? <p>{text.experiments.noDifference}</p> : <SequenceChart scale={scale} />}
        </Panel>
      )}
      {result && design !== 'shadow' && <ArmTable arms={result.arms} />}
      {result && result.guardrails.length > 0 && <GuardrailTable guardrails={result.guardrails} />}
    </div>
  );
}

/** A pause can be taken back, so nothing is asked. */
function PauseButton({
  experimentId,
  isPaused,
}: {
  readonly experimentId: string;
  readonly isPaused: boolean;
}) {
  const change = useMutation({
    mutationFn: () =>
      isPaused ? client.admin.resumeExperiment(experimentId) : client.admin.pauseExperiment(experimentId),
    onSuccess: (changed) => shown(changed),
  });
  return (
    <>
      {change.error && <ErrorNote error={change.error} />}
      <Button
        variant="default"
        loading={change.isPending}
        title={text.experiments.pauseLead}
        onClick={() => change.mutate()}
      >
        {isPaused ? text.experiments.resume : text.experiments.pause}
      </Button>
    </>
  );
}

function shown(experiment: Experiment): void {
  queryClient.setQueryData(experimentQuery(experiment.id).queryKey, experiment);
  void queryClient.invalidateQueries({ queryKey: ['admin', 'experiments'] });
}

function StopButton({ experimentId }: { readonly experimentId: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const stop = useMutation({
    mutationFn: () => client.admin.stopExperiment(experimentId),
    onSuccess: (ended) => {
      shown(ended);
      close();
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {text.experiments.stop}
      </Button>
      <Modal opened={opened} onClose={close} title={text.experiments.stopTitle}>
        <div className={styles.stack}>
          <p>{text.experiments.stopLead}</p>
          {stop.error && <ErrorNote error={stop.error} />}
          <div className={styles.actions}>
            <Button loading={stop.isPending} onClick={() => stop.mutate()}>
              {text.experiments.stop}
            </Button>
            <Button variant="default" onClick={close}>
              {text.common.cancel}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
