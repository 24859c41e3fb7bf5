import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { AppendButton } from '../act/append-button.tsx';
import { CutButton } from '../act/cut-button.tsx';
import { DeleteButton } from '../act/delete-button.tsx';
import { ExportButton } from '../act/export-button.tsx';
import type { Dataset } from './dataset-queries.ts';

/** The actions on a dataset that the key and its terms allow. */
export function DatasetActions({ dataset: { id, name, version, access } }: { readonly dataset: Dataset }) {
  const session = useSession();
  const title = `${name} ${version}`;
  return (
    <>
      {access.training && allows(session, 'train') && (
        <Button
          size="xs"
          renderRoot={(props) => <Link to="/models/new" search={{ dataset: id }} {...props} />}
        >
          {text.data.newModel}
        </Button>
      )}
      {access.training && allows(session, 'data') && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/tokenizers/new" search={{ dataset: id }} {...props} />}
        >
          {text.tokenizers.create}
        </Button>
      )}
      <AppendButton datasetId={id} name={name} />
      <CutButton datasetId={id} name={name} />
      {access.export && <ExportButton kind="dataset" id={id} name={title} />}
      <DeleteButton kind="dataset" id={id} name={title} />
    </>
  );
}
