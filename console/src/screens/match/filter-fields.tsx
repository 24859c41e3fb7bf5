import { Select } from '@mantine/core';
import { useState } from 'react';
import type { SchemaField } from '../../api/queries.ts';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { FilterField } from './filter-field.tsx';
import styles from './filter-fields.module.css';
import { filterable, hasFilter, withFilter, withoutField } from './filter-form.ts';
import { useMatchSearch } from './use-match-search.ts';

/**
 * The filters that are set, and a list of the others. A filter that was added and is still empty is not sent.
 */
export function FilterFields({ fields }: { readonly fields: readonly SchemaField[] }) {
  const { settings, changeSettings } = useMatchSearch();
  const filters = settings.filters ?? {};
  const [added, setAdded] = useState<readonly string[]>([]);
  const possible = filterable(fields);
  const shown = possible.filter((field) => hasFilter(filters, field) || added.includes(field.name));
  const others = possible.filter((field) => !shown.includes(field));
  return (
    <>
      {shown.length === 0 && <p className={styles.none}>{text.match.noFilters}</p>}
      {shown.map((field) => (
        <FilterField
          key={field.name}
          field={field}
          filters={filters}
          onChange={(key, value) => changeSettings({ filters: withFilter(filters, key, value) })}
          onRemove={() => {
            setAdded(added.filter((name) => name !== field.name));
            changeSettings({ filters: withoutField(filters, field) });
          }}
        />
      ))}
      {others.length > 0 && (
        <Select
          aria-label={text.match.addFilter}
          placeholder={text.match.addFilter}
          size="xs"
          searchable
          value={null}
          data={others.map(({ name }) => ({ value: name, label: capitalized(name) }))}
          onChange={(name) => name !== null && setAdded([...added, name])}
        />
      )}
    </>
  );
}
