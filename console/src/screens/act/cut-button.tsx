import snapshotDataset from 'counterpart-operation:snapshotDataset';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { actText } from '../../text/en-act.ts';
import { CallDialog } from './call-dialog.tsx';
import { datasetOf } from './dataset-of.ts';
import { DialogButton } from './dialog-button.tsx';
import { JobProgress } from './job-progress.tsx';
import { sendCall } from './send-call.ts';

const words = actText.cut;

interface Props {
  readonly datasetId: string;
  readonly name: string;
}

/** Cuts the next version of a dataset and opens it. A key without the scope sees no button. */
export function CutButton(props: Props) {
  return (
    <DialogButton label={words.do} scope="data">
      {(onClose) => <CutDialog {...props} onClose={onClose} />}
    </DialogButton>
  );
}

function CutDialog({ datasetId, name, onClose }: Props & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const call = { operation: snapshotDataset, at: [datasetId] };
  const cut = useMutation({ mutationFn: () => sendCall<wire.Job>(call) });
  const opened = (job: wire.Job) => {
    onClose();
    void navigate({ to: '/datasets/$datasetId', params: { datasetId: datasetOf(job) } });
  };
  return (
    <CallDialog
      title={words.title}
      lead={words.lead(name)}
      submit={words.do}
      call={call}
      state={cut}
      onSubmit={() => cut.mutate()}
      onClose={onClose}
      progress={cut.data && <JobProgress jobId={cut.data.id} onDone={opened} />}
    />
  );
}
