import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { type ModelExperiment, showModelExperiment } from '../../api/model-experiment-queries.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';

/** Pauses, resumes and stops; nothing for one that has ended. */
export function ExperimentActions({ of: { id, state } }: { readonly of: ModelExperiment }) {
  const [opened, { open, close }] = useDisclosure(false);
  const isPaused = state === 'paused';
  const { modelExperiments } = client;
  // A pause can be taken back, so nothing is asked.
  const pause = useMutation({
    mutationFn: () => (isPaused ? modelExperiments.resume(id) : modelExperiments.pause(id)),
    onSuccess: showModelExperiment,
  });
  const stop = useMutation({
    mutationFn: () => modelExperiments.stop(id),
    onSuccess: (ended) => {
      showModelExperiment(ended);
      close();
    },
  });
  if (state === 'ended') return null;
  return (
    <>
      {pause.error && <ErrorNote error={pause.error} />}
      <Button
        variant="default"
        loading={pause.isPending}
        title={words.pauseLead}
        onClick={() => pause.mutate()}
      >
        {isPaused ? words.resume : words.pause}
      </Button>
      <Button variant="default" onClick={open}>
        {words.stop}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={words.stopTitle}
        confirm={words.stop}
        call={stop}
        onConfirm={() => stop.mutate()}
        onClose={close}
      >
        <p>{words.stopLead}</p>
      </ConfirmDialog>
    </>
  );
}
