import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { segmentsText } from '../../text/en-segments.ts';
import { DeleteButton } from '../act/delete-button.tsx';
import { ExportButton } from '../act/export-button.tsx';
import type { Model } from './model-queries.ts';

/** Actions on a model that the key and the state of the model allow. */
export function ModelActions({ model: { id, name, version, status } }: { readonly model: Model }) {
  const session = useSession();
  const title = `${name} ${version}`;
  const isReady = status === 'ready';
  return (
    <>
      {isReady && allows(session, 'infer') && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/simulations/new" search={{ model: id }} {...props} />}
        >
          {text.model.simulate}
        </Button>
      )}
      {isReady && allows(session, 'infer') && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/segments/new" search={{ model: id }} {...props} />}
        >
          {segmentsText.create}
        </Button>
      )}
      {isReady && allows(session, 'train') && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/models/new" search={{ base: id }} {...props} />}
        >
          {text.model.continueFrom}
        </Button>
      )}
      {isReady && <ExportButton kind="model" id={id} name={title} />}
      <DeleteButton kind="model" id={id} name={title} />
    </>
  );
}
