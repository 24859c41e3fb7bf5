import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { type ModelExperiment, showModelExperiment } from '../../api/model-experiment-queries.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';

interface Props {
  readonly of: ModelExperiment;
  readonly arm: string;
  readonly onClose: () => void;
}

/** Lets the alias name the model of an arm. */
export function PromoteArm({ of: { id, alias, arms }, arm, onClose }: Props) {
  const promote = useMutation({
    mutationFn: () => client.modelExperiments.promote(id, { arm }),
    onSuccess: (ended) => {
      showModelExperiment(ended);
      onClose();
    },
  });
  const model = arms.find(({ name }) => name === arm)?.model_id ?? arm;
  return (
    <ConfirmDialog
      opened
      title={words.promoteTitle(arm, alias)}
      confirm={words.promote}
      call={promote}
      onConfirm={() => promote.mutate()}
      onClose={onClose}
    >
      <p>{words.promoteLead(model)}</p>
    </ConfirmDialog>
  );
}
