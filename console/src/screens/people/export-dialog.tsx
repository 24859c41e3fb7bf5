import { Button, Checkbox, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PeopleAsked } from '../../api/people-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import form from '../../parts/form.module.css';
import { saveFile } from '../../parts/save-file.ts';
import { text } from '../../text/en.ts';
import { exportPeople } from './export-people.ts';

interface Props {
  readonly asked: PeopleAsked;
  readonly columns: readonly string[];
  readonly allFields: readonly string[];
  readonly onClose: () => void;
}

export function ExportDialog({ asked: { domain, q, filters }, columns, allFields, onClose }: Props) {
  const [isAll, setAll] = useState(false);
  const [written, setWritten] = useState(0);
  const stop = useRef(new AbortController());
  const write = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      const asked = { domain, ...(q !== undefined && { q }), ...(filters !== undefined && { filters }) };
      const fields = isAll ? allFields : columns;
      return exportPeople({ asked, fields, signal: stop.current.signal, onProgress: setWritten });
    },
    onSuccess: (file) => saveFile(file, `people-${domain}.csv`),
  });
  const close = () => {
    stop.current.abort();
    onClose();
  };
  const isStopped = stop.current.signal.aborted;
  return (
    <Modal opened onClose={close} title={text.people.exportTitle}>
      <div className={form.stack}>
        <p>{text.people.exportLead}</p>
        <Checkbox
          label={text.people.exportAll}
          checked={isAll}
          disabled={write.isPending}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        {!write.isIdle && <p role="status">{text.people.exported(written)}</p>}
        {write.error && (isStopped ? <p>{text.people.stopped}</p> : <ErrorNote error={write.error} />)}
        <div className={form.actions}>
          <Button loading={write.isPending} onClick={() => write.mutate()}>
            {text.people.exportStart}
          </Button>
          <Button variant="default" onClick={write.isPending ? () => stop.current.abort() : close}>
            {write.isPending ? text.people.stop : text.common.close}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
