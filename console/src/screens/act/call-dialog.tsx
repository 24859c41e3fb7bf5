import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import formStyles from '../../parts/form.module.css';
import { FormActions } from '../../parts/form-actions.tsx';
import type { ApiCall } from './api-operation.ts';
import { CallCode } from './call-code.tsx';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  /** The call that the form makes. */
  readonly call: ApiCall;
  readonly state: { readonly error: Error | null; readonly isPending: boolean };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** In place of the buttons, once the call was taken. */
  readonly progress?: ReactNode;
}

/** A form in a dialog, with its call as code. */
export function CallDialog({
  title,
  lead,
  submit,
  call,
  state,
  onSubmit,
  onClose,
  children,
  progress,
}: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        className={formStyles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <p>{lead}</p>
        {children}
        {progress || <FormActions call={state} submit={submit} onCancel={onClose} />}
        <CallCode call={call} />
      </form>
    </Modal>
  );
}
