import createModelExperiment from 'counterpart-operation:createModelExperiment';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ModelExperiment, showModelExperiment } from '../../api/model-experiment-queries.ts';
import { text } from '../../text/en.ts';
import { modelExperimentsText } from '../../text/en-model-experiments.ts';
import { aliasesQuery, choicesOf, modelsQuery } from '../act/act-queries.ts';
import type { FieldSchema } from '../act/api-operation.ts';
import { ExperimentForm } from '../act/experiment-form.tsx';
import { sendCall } from '../act/send-call.ts';
import { useArms } from '../act/use-arms.ts';
import { useTyped } from '../act/use-typed.ts';
import { AddArm, removeButton } from './add-arm.tsx';

type ArmsSchema = Required<Pick<FieldSchema, 'items' | 'minItems' | 'maxItems'>>;

const schema = createModelExperiment.bodies[0]!;
const { items: armSchema, minItems: least, maxItems: most } = schema.properties!.arms! as ArmsSchema;
/** Each list is drawn from two. */
const MOST_INTERLEAVED = 2;
const usual = ['alias', 'name', 'design', 'success_kinds', 'window_hours', 'stop.smallest_effect'];
const { newLead: lead, title: listed, create: title, do: begin } = modelExperimentsText;
const { control, controlLead, treatment, treatmentLead } = modelExperimentsText;
const words = { title, lead, do: begin };

/** Begins an experiment, and opens it. */
export function NewModelExperimentScreen() {
  const navigate = useNavigate();
  const form = useTyped(schema);
  const isInterleaved = form.typed.design === 'interleaving';
  const arms = useArms(armSchema, ['now', 'newer'], { least, most: isInterleaved ? MOST_INTERLEAVED : most });
  const aliases = useQuery(aliasesQuery).data;
  const models = useQuery(modelsQuery).data?.filter(({ status }) => status === 'ready');
  const call = {
    operation: createModelExperiment,
    body: { ...form.body, arms: arms.bodies },
  };
  const sending = useMutation({
    mutationFn: () => sendCall<ModelExperiment>(call),
    onSuccess: (experiment) => {
      showModelExperiment(experiment);
      void navigate({ to: '/model-experiments/$experimentId', params: { experimentId: experiment.id } });
    },
  });
  const choices = { alias: aliases?.map(({ name }) => ({ value: name, label: name })) };
  const panels = arms.forms.map(({ key, form: own, remove }, n) => {
    const armTitle = n === 0 ? control : treatment(n, arms.forms.length - 1);
    const armLead = n === 0 ? controlLead : treatmentLead;
    return { key, title: armTitle, lead: armLead, form: own, aside: removeButton(armTitle, remove) };
  });
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
      arms={panels}
      checkArms={arms.check}
      belowArms={<AddArm arms={arms} isInterleaved={isInterleaved} />}
      armFields={{ schema: armSchema, shows: () => true, choices: { model_id: choicesOf(models) } }}
    />
  );
}
