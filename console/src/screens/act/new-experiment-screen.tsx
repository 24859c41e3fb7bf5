import createExperiment from 'counterpart-operation:createExperiment';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { tenantsQuery } from '../../api/admin-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { ExperimentForm } from './experiment-form.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const words = actText.experiment;
const schema = createExperiment.bodies[0]!;
const armSchema = schema.properties!.arms!.items!;
/** Fields of an arm that are asked for here. Changes of points and stages are for code. */
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
  return (
    <ExperimentForm
      words={words}
      back={{ to: '/experiments', label: text.experiments.title }}
      call={call}
      sending={begin}
      title={words.title}
      schema={schema}
      form={form}
      usual={usual}
      choices={choices}
      arms={arms.map((arm, n) => ({ title: words.arms[n] ?? '', lead: words.armLeads[n], form: arm }))}
      armFields={{ schema: armSchema, shows: (path) => armFields.has(path) }}
    />
  );
}
