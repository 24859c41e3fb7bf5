import { Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { forgetPerson } from '../../api/recent-people.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { ErasedNote } from './erased-note.tsx';
import styles from './person-screen.module.css';

interface Props {
  readonly userId: string;
  readonly domains: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Erases the person after the id was typed, and shows what was erased. */
export function EraseDialog({ userId, domains, opened, onClose }: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [domain, setDomain] = useState('');
  const [block, setBlock] = useState(false);
  const erase = useMutation({
    mutationFn: () => client.users.delete(userId, domain === '' ? { block } : { domain }),
    onSuccess: () => {
      forgetPerson(session.tenant.id, userId);
      void queryClient.invalidateQueries({ queryKey: ['people'] });
    },
  });
  const close = () => {
    onClose();
    if (!erase.data) return;
    queryClient.removeQueries({ queryKey: ['user', userId] });
    queryClient.removeQueries({ queryKey: ['user-export', userId] });
    void navigate({ to: '/people' });
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={erase.data ? text.person.erasedTitle : text.person.eraseTitle}
    >
      {erase.data ? (
        <ErasedNote result={erase.data} onClose={close} />
      ) : (
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === userId) erase.mutate();
          }}
        >
          <p>{text.person.eraseLead}</p>
          <Select
            label={text.person.eraseScope}
            allowDeselect={false}
            value={domain}
            onChange={(value) => setDomain(value ?? '')}
            data={[{ value: '', label: text.person.eraseAll }, ...domains]}
          />
          {domain === '' && (
            <Checkbox
              label={text.person.eraseBlock}
              description={text.person.eraseBlockHelp}
              checked={block}
              onChange={({ currentTarget }) => setBlock(currentTarget.checked)}
            />
          )}
          <TextInput
            label={text.person.eraseConfirm}
            description={userId}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <FormActions
            call={erase}
            submit={text.person.eraseDo}
            color="red"
            disabled={typed !== userId}
            onCancel={close}
          />
        </form>
      )}
    </Modal>
  );
}
