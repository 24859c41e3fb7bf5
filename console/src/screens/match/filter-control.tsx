import { MultiSelect, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import type { SchemaField } from '../../api/queries.ts';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './filter-fields.module.css';
import { boundOf, choicesOf, type Filters, filterKind, withBound } from './filter-form.ts';

interface Props {
  readonly field: SchemaField;
  readonly filters: Filters;
  readonly onChange: (key: string, value: unknown) => void;
}

const numberOr = (value: string | number) => (typeof value === 'number' ? value : undefined);

/** The control for the type of a field. */
export function FilterControl({ field, filters, onChange }: Props) {
  const { name } = field;
  const value = filters[name];
  const kind = filterKind(field);
  if (kind === 'distance') {
    const [within, from] = [`${name}_within_km`, `${name}_from`];
    return (
      <div className={styles.pair}>
        <NumberInput
          size="xs"
          aria-label={text.match.within}
          placeholder={text.match.within}
          min={1}
          max={20_037}
          value={typeof filters[within] === 'number' ? filters[within] : ''}
          onChange={(km) => onChange(within, numberOr(km))}
        />
        <TextInput
          size="xs"
          aria-label={text.match.from}
          placeholder={text.match.from}
          title={text.match.fromHint}
          value={typeof filters[from] === 'string' ? filters[from] : ''}
          onChange={({ currentTarget }) => onChange(from, currentTarget.value)}
        />
      </div>
    );
  }
  if (kind === 'choice')
    return (
      <MultiSelect
        size="xs"
        aria-label={text.match.anyOf}
        placeholder={choicesOf(value).length === 0 ? text.match.anyOf : ''}
        searchable
        data={(field.values ?? []).map((choice) => ({ value: choice, label: words(choice) }))}
        value={choicesOf(value)}
        onChange={(chosen) => onChange(name, chosen)}
      />
    );
  if (kind === 'switch')
    return (
      <SegmentedControl
        size="xs"
        fullWidth
        value={typeof value === 'boolean' ? String(value) : 'any'}
        onChange={(chosen) => onChange(name, chosen === 'any' ? undefined : chosen === 'true')}
        data={[
          { value: 'any', label: text.common.any },
          { value: 'true', label: text.common.yes },
          { value: 'false', label: text.common.no },
        ]}
      />
    );
  if (kind === 'range')
    return (
      <div className={styles.pair}>
        {(['gte', 'lte'] as const).map((bound) => (
          <NumberInput
            key={bound}
            size="xs"
            aria-label={bound === 'gte' ? text.match.least : text.match.most}
            placeholder={bound === 'gte' ? text.match.least : text.match.most}
            {...(field.range && { min: field.range[0] as number, max: field.range[1] as number })}
            clampBehavior="none"
            thousandSeparator
            value={boundOf(value, bound)}
            onChange={(entered) => onChange(name, withBound(value, bound, numberOr(entered)))}
          />
        ))}
      </div>
    );
  return (
    <TextInput
      size="xs"
      aria-label={text.match.equals}
      placeholder={text.match.equals}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
    />
  );
}
