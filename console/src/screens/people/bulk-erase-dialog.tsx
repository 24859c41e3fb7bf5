import { Button, Modal, Progress, Radio, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { forgetPerson } from '../../api/recent-people.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import form from '../../parts/form.module.css';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { type ErasedSoFar, erasePeople } from './erase-people.ts';

interface Props {
  readonly tenant: string;
  readonly domain: string;
  readonly ids: readonly string[];
  /** `erased`: those who are gone. */
  readonly onClose: (erased: readonly string[]) => void;
}

/** Says what is erased, asks for the number, and shows how far it is. It can be stopped. */
export function BulkEraseDialog({ tenant, domain, ids, onClose }: Props) {
  const [scope, setScope] = useState('here');
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<ErasedSoFar | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const total = ids.length;
  const start = async () => {
    stop.current = new AbortController();
    setRunning(true);
    setState({ erased: [], failed: [] });
    const { erased } = await erasePeople({
      ids,
      domain: scope === 'here' ? domain : undefined,
      signal: stop.current.signal,
      onProgress: setState,
    });
    for (const id of erased) forgetPerson(tenant, id);
    setRunning(false);
    await queryClient.invalidateQueries({ queryKey: ['people'] });
  };
  const close = () => {
    stop.current?.abort();
    onClose(state?.erased ?? []);
  };
  return (
    <Modal opened onClose={close} title={text.people.eraseTitle(total)} closeOnClickOutside={state === null}>
      {state === null ? (
        <form
          className={form.stack}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() === String(total)) void start();
          }}
        >
          <p>{text.people.eraseLead}</p>
          <Radio.Group label={text.people.eraseScope} value={scope} onChange={setScope}>
            <div className={form.stack}>
              <Radio value="here" label={text.people.eraseHere(words(domain))} />
              <Radio value="everywhere" label={text.people.eraseEverywhere} />
            </div>
          </Radio.Group>
          <TextInput
            label={text.people.eraseConfirm(total)}
            value={typed}
            inputMode="numeric"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <div className={form.actions}>
            <Button type="submit" color="red" disabled={typed.trim() !== String(total)}>
              {text.people.erase}
            </Button>
            <Button variant="default" onClick={close}>
              {text.common.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <div className={form.stack}>
          <p role="status">{text.people.erased(state.erased.length, total)}</p>
          <Progress.Root>
            <Progress.Section
              value={(100 * (state.erased.length + state.failed.length)) / total}
              aria-label={text.people.eraseTitle(total)}
            />
          </Progress.Root>
          {!isRunning && state.erased.length + state.failed.length < total && <p>{text.people.stopped}</p>}
          {state.failed.length > 0 && (
            <>
              <p>{text.people.eraseFailed(state.failed.length)}</p>
              <ErrorNote error={state.failed[0]!.error} />
            </>
          )}
          <div className={form.actions}>
            {isRunning ? (
              <Button variant="default" onClick={() => stop.current?.abort()}>
                {text.people.stop}
              </Button>
            ) : (
              <Button variant="default" onClick={close}>
                {text.common.close}
              </Button>
            )}
          </div>
        </div>
      )}
    </Modal>
  );
}
