import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ModelExperiment, modelExperimentQuery } from '../../api/model-experiment-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import styles from '../../parts/form.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';
import { SequenceChart } from '../experiments/sequence-chart.tsx';
import { sequenceScale } from '../experiments/sequence-scale.ts';
import { EffectRows } from './effect-rows.tsx';
import { ExperimentActions } from './experiment-actions.tsx';
import { ModelArmTable } from './model-arm-table.tsx';
import { stateOf } from './state-of.ts';

const route = getRouteApi('/model-experiments/$experimentId');

/** The decision in words, the confidence sequences over time, and the arms. */
export function ModelExperimentScreen() {
  const session = useSession();
  const { experimentId } = route.useParams();
  const experiment = useQuery(modelExperimentQuery(experimentId));
  const found = experiment.data;
  const mayTrain = allows(session, 'train');
  return (
    <>
      <PageHead title={found?.name ?? experimentId} {...(found && { lead: leadOf(found) })}>
        <div className={styles.actions}>
          <Link to="/models">{text.data.models}</Link>
          {found && mayTrain && <ExperimentActions of={found} />}
        </div>
      </PageHead>
      {experiment.error && <ErrorNote error={experiment.error} onRetry={() => experiment.refetch()} />}
      {experiment.isPending && <Skeleton h={360} radius="md" />}
      {found && (
        <div className={styles.stack}>
          <Panel title={words.decision} lead={basisOf(found)}>
            <p>{found.decision}</p>
          </Panel>
          {found.arms.length > 2 && (
            <Panel
              title={words.againstControl(found.arms[0]!.name)}
              lead={words.differenceLead(found.stop.confidence)}
            >
              <EffectRows of={found} />
            </Panel>
          )}
          {found.arms.slice(1).map(({ name }, n) => (
            <Difference key={name} of={found} arm={n + 1} />
          ))}
          <ModelArmTable of={found} mayPromote={mayTrain} />
        </div>
      )}
    </>
  );
}

function leadOf(experiment: ModelExperiment): string {
  const { alias, design, state, ends_at, promoted_arm: arm } = experiment;
  const until = state !== 'ended' ? [words.until(dateTime(ends_at))] : [];
  const promoted = arm === null ? [] : [words.promoted(arm)];
  return [`alias:${alias}`, words.designs[design], stateOf(experiment), ...until, ...promoted].join(' · ');
}

function basisOf({ success_kinds, window_hours, share }: ModelExperiment): string {
  return `${words.success(success_kinds, window_hours)} · ${words.traffic(share)}`;
}

function Difference({ of, arm }: { readonly of: ModelExperiment; readonly arm: number }) {
  const { arms, history, stop, design } = of;
  const scale = sequenceScale(history.map(({ at, arms: all }) => ({ at, effect: all[arm]!.effect })));
  const lead = design === 'interleaving' ? words.preferenceLead : words.differenceLead;
  return (
    <Panel title={words.difference(arms[arm]!.name, arms[0]!.name)} lead={lead(stop.confidence)}>
      {scale === null ? <p>{words.noDifference}</p> : <SequenceChart scale={scale} />}
    </Panel>
  );
}
