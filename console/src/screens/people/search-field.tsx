import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FoundUser } from '../../api/people-queries.ts';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';

interface Props {
  readonly value: string;
  readonly domain: string;
  readonly found: readonly FoundUser[];
  readonly onChange: (q: string) => void;
}

const PAUSE_MS = 250;
const LONGEST = 200;

/** Searches while it is written. Enter opens the person with this id, or the only one found. */
export function SearchField({ value, domain, found, onChange }: Props) {
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
    const person =
      found.find(({ user_id }) => user_id === written) ?? (found.length === 1 ? found[0] : undefined);
    if (person === undefined || written !== value) onChange(written);
    else void navigate({ to: '/people/$userId', params: { userId: person.user_id }, search: { domain } });
  };
  return (
    <TextInput
      className={styles.search ?? ''}
      type="search"
      label={text.people.search}
      placeholder={text.people.searchHint}
      value={written}
      maxLength={LONGEST}
      onChange={({ currentTarget }) => {
        setWritten(currentTarget.value);
        search(currentTarget.value);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') open();
      }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
