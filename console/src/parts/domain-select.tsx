import { NativeSelect } from '@mantine/core';
import type { Schema } from '../api/queries.ts';
import { text } from '../text/en.ts';
import { capitalized } from './words.ts';

interface Props {
  readonly schemas: readonly Schema[] | undefined;
  readonly value: string | undefined;
  readonly onChange: (domain: string) => void;
  readonly disabled?: boolean;
}

export function DomainSelect({ schemas, value, onChange, disabled = false }: Props) {
  return (
    <NativeSelect
      label={text.people.domain}
      value={value ?? ''}
      disabled={disabled || schemas === undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={(schemas ?? []).map(({ domain }) => ({
        value: domain,
        label: capitalized(domain.replaceAll('-', ' ')),
      }))}
    />
  );
}
