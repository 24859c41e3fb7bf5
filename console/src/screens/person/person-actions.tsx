import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { EraseDialog } from './erase-dialog.tsx';
import styles from './person-screen.module.css';

interface Props {
  readonly userId: string;
  readonly domain: string;
  readonly domains: readonly string[];
}

export function PersonActions({ userId, domain, domains }: Props) {
  const session = useSession();
  const [open, { open: ask, close }] = useDisclosure(false);
  return (
    <div className={styles.actions}>
      {allows(session, 'match') && (
        <Button
          size="xs"
          variant="light"
          title={text.person.seesHint}
          renderRoot={(props) => <Link to="/match" search={{ domain, user: userId }} {...props} />}
        >
          {text.person.sees}
        </Button>
      )}
      {allows(session, 'read') && (
        <Button
          size="xs"
          variant="light"
          renderRoot={(props) => <Link to="/activity" search={{ domain, user: userId }} {...props} />}
        >
          {text.activity.sees}
        </Button>
      )}
      {allows(session, 'write') && (
        <Button size="xs" variant="light" color="red" onClick={ask}>
          {text.person.erase}
        </Button>
      )}
      <EraseDialog userId={userId} domains={domains} opened={open} onClose={close} />
    </div>
  );
}
