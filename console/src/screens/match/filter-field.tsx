import { CloseButton } from '@mantine/core';
import { useId } from 'react';
import type { SchemaField } from '../../api/queries.ts';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { FilterControl } from './filter-control.tsx';
import styles from './filter-fields.module.css';
import type { Filters } from './filter-form.ts';

interface Props {
  readonly field: SchemaField;
  readonly filters: Filters;
  readonly onChange: (key: string, value: unknown) => void;
  readonly onRemove: () => void;
}

export function FilterField({ field, filters, onChange, onRemove }: Props) {
  const id = useId();
  const label = capitalized(field.name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row with its legend
    <div className={styles.field} role="group" aria-labelledby={id}>
      <div className={styles.head}>
        <span id={id}>
          {label} {field.unit && <span className={styles.unit}>({field.unit})</span>}
        </span>
        <CloseButton size="xs" aria-label={text.match.removeFilter(label)} onClick={onRemove} />
      </div>
      <FilterControl field={field} filters={filters} onChange={onChange} />
    </div>
  );
}
