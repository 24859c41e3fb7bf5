import createExperiment from 'counterpart-operation:createExperiment';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { tenantsQuery } from '../../api/admin-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { ActForm } from './act-form.tsx';
import styles from './operation-form.module.css';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const words = actText.experiment;
const schema = createExperiment.bodies[0]!;
const armSchema = schema.properties!.arms!.items!;
/** What of an arm is asked for here. Changes of points and stages are for code. */
const armFields = new Set(['name', 'tier', 'version']);
const usual = [
  'tenant_id',
  'domain',
  'name',
  'design',
  'primary_metric',
  'stop.smallest_effect',
  'share',
  'days',
];

/** Begins an experiment, and opens it. */
export function NewExperimentScreen() {
  const navigate = useNavigate();
  const form = useTyped(schema);
  const control = useTyped(armSchema, { name: 'control' });
  const treatment = useTyped(armSchema, { name: 'treatment' });
  const arms = [control, treatment];
  const tenants = useInfiniteQuery(tenantsQuery);
  const known = tenants.data?.pages.flatMap(({ data }) => data);
  const tenant = known?.find(({ id }) => id === form.typed.tenant_id);
  const call = { operation: createExperiment, body: { ...form.body, arms: arms.map(({ body }) => body) } };
  const begin = useMutation({
    mutationFn: () => sendCall<wire.Experiment>(call),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'experiments'] });
      void navigate({ to: '/experiments/$experimentId', params: { experimentId: id } });
    },
  });
  const choices = {
    tenant_id: known?.map(({ id, name }) => ({ value: id, label: name })),
    domain: tenant?.domains.map(({ domain }) => ({ value: domain, label: domain })),
  };
  const isUsual = (path: string) => usual.includes(path);
  return (
    <ActForm
      words={words}
      back={{ to: '/experiments', label: text.experiments.title }}
      call={call}
      sending={begin}
      check={() => [form, ...arms].map(({ check }) => check()).every(Boolean)}
    >
      <Panel title={words.title}>
        <SchemaFields schema={schema} form={form} shows={isUsual} choices={choices} />
      </Panel>
      {arms.map((arm, n) => (
        <Panel key={n === 0 ? 'control' : 'treatment'} title={words.arms[n] ?? ''} lead={words.armLeads[n]}>
          <SchemaFields schema={armSchema} form={arm} shows={(path) => armFields.has(path)} />
        </Panel>
      ))}
      <Panel title={actText.more}>
        <details className={styles.more}>
          <summary>{actText.moreOpen}</summary>
          <SchemaFields schema={schema} form={form} shows={(path) => !isUsual(path)} />
        </details>
      </Panel>
    </ActForm>
  );
}
