import simulate from 'counterpart-operation:simulate';
import { SegmentedControl, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { ActForm } from './act-form.tsx';
import { choicesOf, datasetsQuery, modelsQuery } from './act-queries.ts';
import { linesOf } from './field-fault.ts';
import styles from './operation-form.module.css';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const route = getRouteApi('/simulations/new');
const words = actText.simulate;
const onDataset = simulate.bodies.find(({ properties }) => properties?.dataset_id !== undefined)!;
const onHistories = simulate.bodies.find(({ properties }) => properties?.histories !== undefined)!;
const initial = { steps: '10', policy: 'model' };

/** Simulates what people would take from a model, and opens the result. */
export function NewSimulationScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const { model } = route.useSearch();
  const [from, setFrom] = useState<'dataset' | 'histories'>('dataset');
  const [written, setWritten] = useState('');
  const schema = from === 'dataset' ? onDataset : onHistories;
  const form = useTyped(schema, { ...initial, model_id: model ?? '' });
  const models = useQuery(modelsQuery);
  const maySee = allows(session, 'data', 'read');
  const datasets = useQuery({ ...datasetsQuery, enabled: maySee });
  const histories = linesOf(written).map((line) => line.split(',').map((id) => id.trim()));
  const call = { operation: simulate, body: { ...form.body, ...(from === 'histories' && { histories }) } };
  const start = useMutation({
    mutationFn: () => sendCall<wire.Job>(call),
    onSuccess: ({ resource }) => {
      void queryClient.invalidateQueries({ queryKey: ['simulations'] });
      void navigate({ to: '/simulations/$simulationId', params: { simulationId: resource.id } });
    },
  });
  const ready = models.data?.filter(({ status }) => status === 'ready');
  return (
    <ActForm
      words={words}
      back={{ to: '/simulations', label: text.simulations.title }}
      call={call}
      sending={start}
      check={() => form.check() && (from === 'dataset' || histories.length > 0)}
    >
      {ready?.length === 0 && (
        <EmptyState title={words.noModels} lead={words.noModelsLead}>
          <Link to="/models/new">{actText.train.title}</Link>
        </EmptyState>
      )}
      <Panel title={words.from}>
        <div className={styles.form}>
          <SegmentedControl
            size="xs"
            aria-label={words.from}
            value={from}
            onChange={(value) => setFrom(value as typeof from)}
            data={[
              { value: 'dataset', label: words.dataset },
              { value: 'histories', label: words.histories },
            ]}
          />
          {from === 'histories' && (
            <Textarea
              label={actText.labels.histories}
              description={words.historiesHint}
              withAsterisk
              rows={5}
              value={written}
              onChange={({ currentTarget }) => setWritten(currentTarget.value)}
            />
          )}
          <SchemaFields
            schema={schema}
            form={form}
            shows={() => true}
            choices={{
              model_id: choicesOf(ready),
              ...(maySee && { dataset_id: choicesOf(datasets.data) }),
            }}
          />
        </div>
      </Panel>
    </ActForm>
  );
}
