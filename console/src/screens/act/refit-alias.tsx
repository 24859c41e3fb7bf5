import refitModel from 'counterpart-operation:refitModel';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { allows, useSession } from '../../shell/session-context.ts';
import { actText } from '../../text/en-act.ts';
import { choicesOf, datasetsQuery } from './act-queries.ts';
import { CallDialog } from './call-dialog.tsx';
import { JobProgress } from './job-progress.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const words = actText.aliases;
const schema = refitModel.bodies[0]!;

interface Props {
  readonly alias: wire.ModelAliasFields;
  readonly onClose: () => void;
}

/** Refits the model of an alias on newer events, and follows that to its end. */
export function RefitAlias({ alias: { name }, onClose }: Props) {
  const form = useTyped(schema);
  const maySee = allows(useSession(), 'data', 'read');
  const datasets = useQuery({ ...datasetsQuery, enabled: maySee });
  const call = { operation: refitModel, at: [name], body: form.body };
  const refit = useMutation({ mutationFn: () => sendCall<wire.Job>(call) });
  return (
    <CallDialog
      title={words.refitTitle(name)}
      lead={words.refitLead}
      submit={words.refit}
      call={call}
      state={refit}
      onSubmit={() => form.check() && refit.mutate()}
      onClose={onClose}
      progress={refit.data && <JobProgress jobId={refit.data.id} />}
    >
      <SchemaFields
        schema={schema}
        form={form}
        shows={() => true}
        choices={
          maySee ? { dataset_id: choicesOf(datasets.data?.filter(({ access }) => access.training)) } : {}
        }
      />
    </CallDialog>
  );
}
