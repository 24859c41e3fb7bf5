import { Button, Textarea } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { useSession } from '../../shell/session-context.ts';
import { useStore } from '../../shell/store.ts';
import { text } from '../../text/en.ts';
import styles from './bio-fields.module.css';
import { eraseScratch } from './erase-scratch.ts';
import { FoundFields } from './found-fields.tsx';
import { addScratch, newScratchId, scratchPeople } from './scratch-people.ts';
import { useMatchSearch } from './use-match-search.ts';

const PAUSE_MS = 600;

/** A text that becomes a person while it is written. The person is stored under a scratch id until it is erased. */
export function BioFields() {
  const { search, change } = useMatchSearch();
  const { domain = '', user = '' } = search;
  const [bio, setBio] = useState('');
  const tenant = useSession().tenant.id;
  const left = useStore(scratchPeople).filter((person) => person.tenant === tenant);
  const read = useMutation({
    // One at a time and in order, so that the last text is the one that stays.
    scope: { id: 'scratch' },
    mutationFn: (context: string) => client.users.upsert({ user_id: user, domain, context, replace: true }),
    onSuccess: () => addScratch({ id: user, domain, tenant }),
  });
  const erase = useMutation({
    mutationFn: async () => {
      for (const person of left) {
        await eraseScratch(person);
      }
    },
    onSuccess: () => {
      setBio('');
      read.reset();
      change({ user: newScratchId() });
    },
  });
  const readSoon = useDebouncedCallback((context: string) => read.mutate(context), PAUSE_MS);
  const write = (value: string) => {
    setBio(value);
    if (value.trim() !== '') readSoon(value);
  };
  return (
    <>
      <Textarea
        label={text.match.bio}
        description={text.match.bioHint}
        placeholder={text.match.bioPlaceholder}
        value={bio}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        rows={6}
        maxLength={200_000}
      />
      <div className={styles.scratch}>
        <span>{text.match.scratchId}</span>
        <CopyText value={user} label={text.common.copy} />
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={() => read.mutate(bio)} />}
      {(read.data || read.isPending) && (
        <FoundFields
          record={read.data}
          text={read.data ? (read.variables ?? bio) : bio}
          busy={read.isPending}
        />
      )}
      {erase.error && <ErrorNote error={erase.error} />}
      {left.length > 0 && (
        <div className={styles.left}>
          <p>{text.match.scratchLeft(left.length)}</p>
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            loading={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {text.match.erase}
          </Button>
        </div>
      )}
    </>
  );
}
