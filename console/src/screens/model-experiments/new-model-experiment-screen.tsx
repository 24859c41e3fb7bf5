import createModelExperiment from 'counterpart-operation:createModelExperiment';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ModelExperiment, showModelExperiment } from '../../api/model-experiment-queries.ts';
import { text } from '../../text/en.ts';
import { modelExperimentsText } from '../../text/en-model-experiments.ts';
import { aliasesQuery, choicesOf, modelsQuery } from '../act/act-queries.ts';
import { ExperimentForm } from '../act/experiment-form.tsx';
import { sendCall } from '../act/send-call.ts';
import { useTyped } from '../act/use-typed.ts';

const schema = createModelExperiment.bodies[0]!;
const armSchema = schema.properties!.arms!.items!;
const usual = ['alias', 'name', 'design', 'success_kinds', 'window_hours', 'stop.smallest_effect'];
const { newLead: lead, title: listed, create: title, do: begin } = modelExperimentsText;
const words = { title, lead, do: begin };

/** Begins an experiment with two arms, and opens it. */
export function NewModelExperimentScreen() {
  const navigate = useNavigate();
  const form = useTyped(schema);
  const control = useTyped(armSchema, { name: 'now' });
  const treatment = useTyped(armSchema, { name: 'newer' });
  const arms = [control, treatment];
  const aliases = useQuery(aliasesQuery).data;
  const models = useQuery(modelsQuery).data?.filter(({ status }) => status === 'ready');
  const call = {
    operation: createModelExperiment,
    body: { ...form.body, arms: arms.map(({ body }) => body) },
  };
  const sending = useMutation({
    mutationFn: () => sendCall<ModelExperiment>(call),
    onSuccess: (experiment) => {
      showModelExperiment(experiment);
      void navigate({ to: '/model-experiments/$experimentId', params: { experimentId: experiment.id } });
    },
  });
  const choices = { alias: aliases?.map(({ name }) => ({ value: name, label: name })) };
  const leads = [
    [modelExperimentsText.control, modelExperimentsText.controlLead],
    [modelExperimentsText.treatment, modelExperimentsText.treatmentLead],
  ] as const;
  return (
    <ExperimentForm
      words={words}
      back={{ to: '/models', label: text.data.models }}
      call={call}
      sending={sending}
      title={listed}
      schema={schema}
      form={form}
      usual={usual}
      choices={choices}
      arms={arms.map((arm, n) => ({ title: leads[n]![0], lead: leads[n]![1], form: arm }))}
      armFields={{ schema: armSchema, shows: () => true, choices: { model_id: choicesOf(models) } }}
    />
  );
}
