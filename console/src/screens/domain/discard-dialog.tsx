import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { text } from '../../text/en.ts';

interface Props {
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

export function DiscardDialog({ name, opened, onClose, onDiscard }: Props) {
  return (
    <ConfirmDialog
      opened={opened}
      title={text.domain.discardTitle}
      confirm={text.domain.discardDo}
      onConfirm={() => {
        onDiscard();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{text.domain.discardLead(name)}</p>
    </ConfirmDialog>
  );
}
