import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import type { MatchRequest } from '../../api/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './ask-missing.module.css';
import { whyMissing } from './why-missing.ts';

/** Runs the same settings for one candidate alone, and says where that candidate falls out. */
export function AskMissing({ request }: { readonly request: MatchRequest }) {
  const [id, setId] = useState('');
  const ask = useMutation({
    mutationFn: async (candidate: string) =>
      whyMissing(
        candidate,
        await client.match.run({
          ...(request as Parameters<typeof client.match.run>[0]),
          candidate_user_ids: [candidate],
          explain: true,
        }),
      ),
  });
  return (
    <Panel title={text.match.askTitle} lead={text.match.askLead}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') ask.mutate(id.trim());
        }}
      >
        <TextInput
          className={styles.input}
          aria-label={text.match.askId}
          placeholder={text.match.askId}
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="default" loading={ask.isPending}>
          {text.match.ask}
        </Button>
      </form>
      <div aria-live="polite">
        {ask.error && <ErrorNote error={ask.error} />}
        {ask.data && (
          <p className={styles.answer}>
            <strong>{ask.variables}</strong> {ask.data}
          </p>
        )}
      </div>
    </Panel>
  );
}
