import deleteDataset from 'counterpart-operation:deleteDataset';
import deleteModel from 'counterpart-operation:deleteModel';
import deleteTokenizer from 'counterpart-operation:deleteTokenizer';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { actText } from '../../text/en-act.ts';
import { type Dependent, type Kind, useDependents } from './dependents.ts';
import { DialogButton } from './dialog-button.tsx';
import styles from './operation-form.module.css';
import { sendCall } from './send-call.ts';

const words = actText.remove;
const operations = { dataset: deleteDataset, model: deleteModel, tokenizer: deleteTokenizer };
const lists = { dataset: '/datasets', model: '/models', tokenizer: '/tokenizers' } as const;
const scopes = { dataset: 'data', model: 'train', tokenizer: 'data' };

interface Props {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

/** Deletes a thing after a dialog that says what depends on it. A key without the scope sees no button. */
export function DeleteButton(props: Props) {
  return (
    <DialogButton label={words.do} scope={scopes[props.kind]}>
      {(onClose) => <DeleteDialog {...props} onClose={onClose} />}
    </DialogButton>
  );
}

function DeleteDialog({ kind, id, name, onClose }: Props & { readonly onClose: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const { isPending, inTheWay, staying } = useDependents(kind, id, {
    models: allows(session, 'infer', 'train', 'read'),
    tokenizers: allows(session, 'data', 'read'),
  });
  const remove = useMutation({
    mutationFn: () => sendCall({ operation: operations[kind], at: [id] }),
    onSuccess: async () => {
      await navigate({ to: lists[kind] });
      queryClient.removeQueries({ queryKey: [kind, id] });
      await queryClient.invalidateQueries({ queryKey: [`${kind}s`] });
    },
  });
  return (
    <ConfirmDialog
      opened
      title={words.title(name)}
      confirm={words.do}
      call={remove}
      disabled={isPending || inTheWay.length > 0}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{words[kind]}</p>
      {isPending && <p role="status">{words.checking}</p>}
      {!isPending && inTheWay.length + staying.length === 0 && <p>{words.noDependents}</p>}
      {inTheWay.length > 0 && (
        <Things lead={kind === 'model' ? words.aliases : words.inTheWay} things={inTheWay} />
      )}
      {staying.length > 0 && <Things lead={words.staying} things={staying} />}
    </ConfirmDialog>
  );
}

function Things({ lead, things }: { readonly lead: string; readonly things: readonly Dependent[] }) {
  return (
    <div>
      <p>{lead}</p>
      <ul className={styles.list}>
        {things.map(({ key, label }) => (
          <li key={key}>{label}</li>
        ))}
      </ul>
    </div>
  );
}
