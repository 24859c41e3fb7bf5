import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserSummary } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';

interface Props {
  readonly value: string;
  readonly domain: string | undefined;
  readonly found: readonly UserSummary[];
  readonly onChange: (prefix: string) => void;
}

const PAUSE_MS = 250;
const LONGEST = 256;

/** Searches while it is written. Enter opens the person with this id, or the only one found. */
export function PrefixField({ value, domain, found, onChange }: Props) {
  const navigate = useNavigate();
  const [written, setWritten] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changes from elsewhere too: back, forward, «Clear the search».
  if (known !== value) {
    setKnown(value);
    setWritten(value);
  }
  const search = useDebouncedCallback(onChange, PAUSE_MS);
  const open = () => {
    const exact =
      found.find(({ user_id }) => user_id === written) ?? (found.length === 1 ? found[0] : undefined);
    if (exact?.user_id.startsWith(written) && written !== '')
      void navigate({
        to: '/people/$userId',
        params: { userId: exact.user_id },
        search: domain === undefined ? {} : { domain },
      });
    else onChange(written);
  };
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <TextInput
        label={text.people.prefix}
        value={written}
        maxLength={LONGEST}
        onChange={({ currentTarget }) => {
          setWritten(currentTarget.value);
          search(currentTarget.value);
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </form>
  );
}
