import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { allows, useSession } from '../../shell/session-context.ts';

interface Props {
  readonly label: string;
  readonly scope: string;
  /** The dialog, which is made anew each time that it opens. */
  readonly children: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. A key without the scope sees no button. */
export function DialogButton({ label, scope, children }: Props) {
  const session = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  if (!allows(session, scope)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {label}
      </Button>
      {opened && children(close)}
    </>
  );
}
