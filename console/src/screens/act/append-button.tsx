import appendDatasetEvents from 'counterpart-operation:appendDatasetEvents';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { actText } from '../../text/en-act.ts';
import { CallDialog } from './call-dialog.tsx';
import type { DatasetFile } from './dataset-file.ts';
import { DatasetFileField } from './dataset-file-field.tsx';
import { DialogButton } from './dialog-button.tsx';

const words = actText.append;

interface Props {
  readonly datasetId: string;
  readonly name: string;
}

/** Appends the rows of a file to a dataset. A key without the scope sees no button. */
export function AppendButton(props: Props) {
  return (
    <DialogButton label={words.title} scope="data">
      {(onClose) => <AppendDialog {...props} onClose={onClose} />}
    </DialogButton>
  );
}

function AppendDialog({ datasetId, name, onClose }: Props & { readonly onClose: () => void }) {
  const [file, setFile] = useState<DatasetFile>();
  const append = useMutation({
    mutationFn: async ({ items, events }: DatasetFile) => {
      await client.datasets.uploadItems(datasetId, items);
      await client.datasets.uploadEvents(datasetId, events);
      return items.length + events.length;
    },
  });
  const rows = (file?.items.length ?? 0) + (file?.events.length ?? 0);
  const body = { events: file?.events.slice(0, 1) ?? [] };
  return (
    <CallDialog
      title={words.title}
      lead={words.lead(name)}
      submit={words.do}
      call={{ operation: appendDatasetEvents, at: [datasetId], body }}
      state={append}
      onSubmit={() => file && rows > 0 && append.mutate(file)}
      onClose={onClose}
      progress={append.data !== undefined && <p role="status">{words.done(append.data)}</p>}
    >
      {append.data === undefined && <DatasetFileField file={file} onFile={setFile} />}
    </CallDialog>
  );
}
