import { NativeSelect, TextInput } from '@mantine/core';
import form from '../../parts/form.module.css';
import { text } from '../../text/en.ts';
import { auditActions } from './audit-actions.ts';
import styles from './audit-filter-fields.module.css';
import type { AuditSearch } from './audit-search.ts';

interface Props {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}

export function AuditFilterFields({ search, onChange }: Props) {
  const set = (name: keyof AuditSearch, value: string) => {
    const { [name]: _, ...rest } = search;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <div className={`${form.row} ${styles.filters}`}>
      <NativeSelect
        label={text.audit.action}
        value={search.action ?? ''}
        onChange={({ currentTarget }) => set('action', currentTarget.value)}
        data={[{ value: '', label: text.audit.anyAction }, ...auditActions]}
      />
      <TextInput
        label={text.audit.tenant}
        description={text.audit.tenantHint}
        value={search.tenant ?? ''}
        onChange={({ currentTarget }) => set('tenant', currentTarget.value.trim())}
        spellCheck={false}
      />
      <TextInput
        label={text.audit.actor}
        description={text.audit.actorHint}
        value={search.actor ?? ''}
        onChange={({ currentTarget }) => set('actor', currentTarget.value)}
        spellCheck={false}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={text.audit[name]}
          value={search[name] ?? ''}
          onChange={({ currentTarget }) => set(name, currentTarget.value)}
        />
      ))}
    </div>
  );
}
