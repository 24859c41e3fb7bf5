import { Select } from '@mantine/core';
import { useState } from 'react';
import type { SchemaField } from '../../api/queries.ts';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { FilterField } from '../match/filter-field.tsx';
import { filterable, hasFilter, withFilter, withoutField } from '../match/filter-form.ts';
import styles from './filter-bar.module.css';

interface Props {
  readonly fields: readonly SchemaField[];
  readonly filters: Readonly<Record<string, unknown>>;
  readonly onChange: (filters: Readonly<Record<string, unknown>> | undefined) => void;
}

/** The filters that are set, and a list of the others. A filter that was added and is still empty is not sent. */
export function FilterBar({ fields, filters, onChange }: Props) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const possible = filterable(fields);
  const shown = possible.filter((field) => hasFilter(filters, field) || added.includes(field.name));
  const others = possible.filter((field) => !shown.includes(field));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row
    <div className={styles.bar} role="group" aria-label={text.people.filters}>
      {shown.map((field) => (
        <div key={field.name} className={styles.filter}>
          <FilterField
            field={field}
            filters={filters}
            onChange={(key, value) => onChange(withFilter(filters, key, value))}
            onRemove={() => {
              setAdded(added.filter((name) => name !== field.name));
              onChange(withoutField(filters, field));
            }}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          className={styles.add ?? ''}
          aria-label={text.people.addFilter}
          placeholder={text.people.addFilter}
          size="xs"
          searchable
          value={null}
          data={others.map(({ name }) => ({ value: name, label: capitalized(name) }))}
          onChange={(name) => name !== null && setAdded([...added, name])}
        />
      )}
    </div>
  );
}
