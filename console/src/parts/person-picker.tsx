import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hitsQuery, LONGEST_SEARCH } from '../api/people-queries.ts';
import { text } from '../text/en.ts';
import { PersonLine } from './person-line.tsx';
import styles from './person-picker.module.css';

interface Props extends Pick<AutocompleteProps, 'label' | 'description' | 'size' | 'className'> {
  /** For screen readers, where there is no label. */
  readonly 'aria-label'?: string;
  /** Where people are searched; undefined: the id is written without help. */
  readonly domain: string | undefined;
  /** The id of the chosen person; empty: none is chosen. */
  readonly value: string;
  readonly onChange: (userId: string) => void;
  /** Offered before anything is written. */
  readonly recent?: readonly string[];
}

const PAUSE_MS = 150;
const LONGEST = 256;
const MOST_OWN = 8;

/**
 * A field for the id of a person. While one types, it lists people whose id, title or values begin with the
 * text. The text itself may be an id too: the list is bounded.
 */
export function PersonPicker({ domain, value, onChange, recent = [], ...field }: Props) {
  const [written, setWritten] = useState(value);
  // An id from the address, or of a person chosen from the list, is not searched for.
  const [settled, setSettled] = useState(value);
  const [known, setKnown] = useState(value);
  // The parent gives each written text back as `value` after a while; it must not replace a newer one.
  const [own, setOwn] = useState<readonly string[]>([]);
  if (known !== value) {
    setKnown(value);
    if (!own.includes(value)) {
      setWritten(value);
      setSettled(value);
      setOwn([]);
    }
  }
  const [q] = useDebouncedValue(written.trim().slice(0, LONGEST_SEARCH), PAUSE_MS);
  const asks = domain !== undefined && q !== '' && written !== settled;
  const found = useQuery({ ...hitsQuery(domain ?? '', q), enabled: asks, placeholderData: keepPreviousData });
  const hits = new Map(asks ? found.data?.data.map((person) => [person.user_id, person]) : []);
  const ids = asks ? [...hits.keys()] : recent.filter((id) => id !== value);
  const write = (id: string) => {
    setWritten(id);
    setOwn([id, ...own].slice(0, MOST_OWN));
    onChange(id);
  };
  return (
    <Autocomplete
      {...field}
      {...(domain !== undefined && { placeholder: text.people.searchHint })}
      value={written}
      onChange={write}
      onOptionSubmit={setSettled}
      data={ids}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const person = hits.get(option.value);
        return person === undefined ? <span>{option.value}</span> : <PersonLine person={person} />;
      }}
      maxDropdownHeight={360}
      maxLength={LONGEST}
      classNames={{ dropdown: styles.dropdown ?? '' }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
