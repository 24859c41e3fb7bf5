import fitTokenizer from 'counterpart-operation:fitTokenizer';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { queryClient } from '../../api/query-client.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { ActForm } from './act-form.tsx';
import { choicesOf, datasetsQuery } from './act-queries.ts';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const route = getRouteApi('/tokenizers/new');
const words = actText.tokenizer;
/** On a dataset. A catalogue at a location of the operator is for the command line. */
const schema = fitTokenizer.bodies.find(({ properties }) => properties?.dataset_id !== undefined)!;

/** Fits a tokenizer on a dataset, and opens it. */
export function NewTokenizerScreen() {
  const navigate = useNavigate();
  const { dataset } = route.useSearch();
  const form = useTyped(schema, { dataset_id: dataset ?? '' });
  const datasets = useQuery(datasetsQuery);
  const call = { operation: fitTokenizer, body: form.body };
  const fit = useMutation({
    mutationFn: () => sendCall<wire.Job>(call),
    onSuccess: ({ resource }) => {
      void queryClient.invalidateQueries({ queryKey: ['tokenizers'] });
      void navigate({ to: '/tokenizers/$tokenizerId', params: { tokenizerId: resource.id } });
    },
  });
  return (
    <ActForm
      words={words}
      back={{ to: '/tokenizers', label: text.tokenizers.title }}
      call={call}
      sending={fit}
      check={form.check}
    >
      <Panel title={words.title} lead={actText.moreLead}>
        <SchemaFields
          schema={schema}
          form={form}
          shows={() => true}
          choices={{ dataset_id: choicesOf(datasets.data?.filter(({ access }) => access.training)) }}
        />
      </Panel>
    </ActForm>
  );
}
