import { Button, Modal, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import styles from './dialogs.module.css';

interface Props {
  readonly domain: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Starts a run and opens it; a domain whose run is not finished opens that one. */
export function StartDialog({ domain, opened, onClose }: Props) {
  const navigate = useNavigate();
  const [force, setForce] = useState(false);
  const start = useMutation({
    mutationFn: () => client.training.start({ domain, force }),
    onSuccess: (run) => {
      void queryClient.invalidateQueries({ queryKey: ['runs', domain] });
      void navigate({ to: '/learning/runs/$runId', params: { runId: run.run_id } });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={text.learning.startTitle(domain)}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <p>{text.learning.startLead}</p>
        <Switch
          label={text.learning.force}
          description={text.learning.forceHint}
          checked={force}
          onChange={({ currentTarget }) => setForce(currentTarget.checked)}
        />
        {start.error && <ErrorNote error={start.error} />}
        <div className={styles.actions}>
          <Button type="submit" loading={start.isPending} data-autofocus>
            {text.learning.startDo}
          </Button>
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
