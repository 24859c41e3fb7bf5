import segmentPeople from 'counterpart-operation:segmentPeople';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { segmentsText } from '../../text/en-segments.ts';
import { ActForm } from '../act/act-form.tsx';
import { choicesOf, modelsQuery } from '../act/act-queries.ts';
import type { FieldSchema } from '../act/api-operation.ts';
import styles from '../act/operation-form.module.css';
import { SchemaFields } from '../act/schema-fields.tsx';
import { sendCall } from '../act/send-call.ts';
import { useTyped } from '../act/use-typed.ts';

const route = getRouteApi('/segments/new');
const { newLead, create, number, automatic, fixed, model: modelLabel, noModels, noModelsLead } = segmentsText;
const words = { title: create, lead: newLead, do: segmentsText.do };
const whole = segmentPeople.bodies[0]!;
const schemas = { automatic: without('k'), fixed: { ...without('k_max'), required: ['k'] } } as const;
type Mode = keyof typeof schemas;
const usual = ['k', 'k_max', 'min_events', 'seed'];

function without(name: string): FieldSchema {
  const { [name]: _, ...properties } = whole.properties ?? {};
  return { ...whole, properties };
}

/** Segments the people of a model's dataset, and opens the result. */
export function NewSegmentsScreen() {
  const navigate = useNavigate();
  const { model: given = '' } = route.useSearch();
  const [model, setModel] = useState(given);
  const [isSent, setSent] = useState(false);
  const [kind, setKind] = useState<Mode>('automatic');
  const schema = schemas[kind];
  const form = useTyped(schema);
  const models = useQuery(modelsQuery);
  const ready = models.data?.filter(({ status }) => status === 'ready');
  const call = { operation: segmentPeople, at: [model], body: form.body };
  const start = useMutation({
    mutationFn: () => sendCall<wire.Job>(call),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['segments'] });
      void navigate({ to: '/segments/$jobId', params: { jobId: id } });
    },
  });
  const offered = choicesOf(ready);
  const isOffered = model === '' || offered.some(({ value }) => value === model);
  const check = () => {
    setSent(true);
    return [form.check(), model !== ''].every(Boolean);
  };
  return (
    <ActForm
      words={words}
      back={{ to: '/segments', label: text.data.segments }}
      call={call}
      sending={start}
      check={check}
    >
      {ready?.length === 0 && (
        <EmptyState title={noModels} lead={noModelsLead}>
          <Link to="/models/new">{actText.train.title}</Link>
        </EmptyState>
      )}
      <Panel title={number}>
        <div className={styles.form}>
          <NativeSelect
            label={modelLabel}
            withAsterisk
            error={isSent && model === '' && actText.required}
            value={model}
            onChange={({ currentTarget }) => setModel(currentTarget.value)}
            data={[
              { value: '', label: actText.choose },
              ...offered,
              ...(isOffered ? [] : [{ value: model, label: model }]),
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label={number}
            value={kind}
            onChange={(value) => setKind(value as Mode)}
            data={[
              { value: 'automatic', label: automatic },
              { value: 'fixed', label: fixed },
            ]}
          />
          <SchemaFields schema={schema} form={form} shows={(path) => usual.includes(path)} />
        </div>
      </Panel>
      <Panel title={actText.more}>
        <details className={styles.more}>
          <summary>{actText.moreOpen}</summary>
          <SchemaFields schema={schema} form={form} shows={(path) => !usual.includes(path)} />
        </details>
      </Panel>
    </ActForm>
  );
}
