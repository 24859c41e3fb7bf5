import { Button } from '@mantine/core';
import { text } from '../text/en.ts';
import { ErrorNote } from './error-note.tsx';
import styles from './form.module.css';

interface Props {
  /** The call that the form makes. */
  readonly call: { readonly error: Error | null; readonly isPending: boolean };
  readonly submit: string;
  readonly disabled?: boolean;
  readonly color?: 'red';
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: the fault of its call, and the buttons that send it and close it. */
export function FormActions({ call, submit, disabled = false, color, onCancel }: Props) {
  return (
    <>
      {call.error && <ErrorNote error={call.error} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={disabled} loading={call.isPending} {...(color && { color })}>
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      </div>
    </>
  );
}
