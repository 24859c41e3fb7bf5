import adaptModel from 'counterpart-operation:adaptModel';
import { SegmentedControl } from '@mantine/core';
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
import { choicesOf, datasetsQuery, modelsQuery, tokenizersQuery } from './act-queries.ts';
import styles from './operation-form.module.css';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const route = getRouteApi('/models/new');
const words = actText.train;
const kinds = adaptModel.bodies.map((body) => body.properties?.architecture?.const ?? '');
/** Settings that many set; the others are behind them. */
const usual = new Set([
  'settings.evaluation',
  'settings.protocol',
  'settings.epochs',
  'settings.history_length',
]);

/** Trains a model of behaviour, and opens it. */
export function NewModelScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const { dataset, base } = route.useSearch();
  const [kind, setKind] = useState(kinds[0] ?? '');
  const schema = adaptModel.bodies[kinds.indexOf(kind)]!;
  const form = useTyped(schema, { dataset_id: dataset ?? '', base_model_id: base ?? '' });
  const maySee = allows(session, 'data', 'read');
  const datasets = useQuery({ ...datasetsQuery, enabled: maySee });
  const models = useQuery(modelsQuery);
  const tokenizers = useQuery({ ...tokenizersQuery, enabled: maySee });
  const call = { operation: adaptModel, body: form.body };
  const train = useMutation({
    mutationFn: () => sendCall<wire.Job>(call),
    onSuccess: ({ resource }) => {
      void queryClient.invalidateQueries({ queryKey: ['models'] });
      void navigate({ to: '/models/$modelId', params: { modelId: resource.id } });
    },
  });
  const trainable = datasets.data?.filter(({ access }) => access.training);
  const choices = {
    ...(maySee && {
      dataset_id: choicesOf(trainable),
      tokenizer_id: choicesOf(tokenizers.data?.filter(({ status }) => status === 'ready')),
    }),
    base_model_id: choicesOf(
      models.data?.filter(({ architecture, status }) => architecture === kind && status === 'ready'),
    ),
  };
  const isSetting = (path: string) => path.startsWith('settings.');
  return (
    <ActForm
      words={words}
      back={{ to: '/models', label: text.model.back }}
      call={call}
      sending={train}
      check={form.check}
    >
      {trainable?.length === 0 && (
        <EmptyState title={words.noDatasets} lead={words.noDatasetsLead}>
          <Link to="/datasets/new">{actText.importDataset.title}</Link>
        </EmptyState>
      )}
      <Panel title={words.architecture} lead={words.architectureLeads[kind]}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={words.architecture}
          value={kind}
          onChange={setKind}
          data={kinds.map((value) => ({ value, label: words.architectures[value] ?? value }))}
        />
      </Panel>
      <Panel title={words.settings} lead={actText.moreLead}>
        <SchemaFields
          schema={schema}
          form={form}
          choices={choices}
          shows={(path) => !isSetting(path) || usual.has(path)}
        />
      </Panel>
      <Panel title={actText.more}>
        <details className={styles.more}>
          <summary>{actText.moreOpen}</summary>
          <SchemaFields schema={schema} form={form} shows={(path) => isSetting(path) && !usual.has(path)} />
        </details>
      </Panel>
    </ActForm>
  );
}
