import { Select, Switch, TagsInput } from '@mantine/core';
import type { YAMLMap } from 'yaml';
import { text } from '../../../text/en.ts';
import { CommitNumber } from './commit-number.tsx';
import { CommitText } from './commit-text.tsx';
import type { FaultsOfEntry } from './fault-places.ts';
import { givesWishes, rulesOf, setWishes } from './field-rules.ts';
import styles from './form.module.css';
import { type Editing, entryOf, numberOf } from './use-entry.ts';

const ORDER = [
  ...['name', 'label', 'description', 'kind', 'type', 'format', 'multiple', 'required', 'priority'],
  ...['values', 'range', 'unit'],
];
export const FIELD_INPUTS: readonly string[] = ORDER;

const words = text.domain.form;
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface Props extends Editing {
  readonly map: YAMLMap;
  readonly faults: FaultsOfEntry;
}

/** The inputs of one field. */
export function FieldInputs({ map, faults, ...editing }: Props) {
  const entry = entryOf(editing, map, ORDER);
  const type = entry.text('format') === 'geo' ? 'place' : entry.text('type');
  const isNumber = type === 'integer' || type === 'number';
  const rules = rulesOf(map);
  const setType = (to: string) =>
    editing.onEdit([
      ...entry.edits('type', to === 'place' ? 'string' : to),
      ...entry.edits('format', to === 'place' ? 'geo' : undefined),
    ]);
  return (
    <>
      <div className={styles.inputs}>
        <CommitText
          label={words.name}
          value={entry.text('name')}
          onCommit={(name) => name !== '' && entry.set('name', name)}
          error={faults.of('name')}
          maxLength={64}
        />
        <CommitText
          label={words.label}
          value={entry.text('label')}
          onCommit={entry.setText('label')}
          error={faults.of('label')}
          maxLength={80}
        />
        <Select
          label={words.kind}
          allowDeselect={false}
          data={options(text.domain.kinds)}
          value={entry.text('kind')}
          onChange={(kind) => kind && entry.set('kind', kind)}
          error={faults.of('kind')}
        />
        <Select
          label={words.type}
          allowDeselect={false}
          data={options(words.types)}
          value={type}
          onChange={(to) => to && setType(to)}
          error={faults.of('type') ?? faults.of('format')}
        />
        <Select
          label={words.priority}
          allowDeselect={false}
          data={options(words.priorities)}
          value={entry.text('priority') || 'medium'}
          onChange={(priority) => priority && entry.set('priority', priority)}
          error={faults.of('priority')}
        />
        {(isNumber || entry.has('range')) && <RangeInputs entry={entry} faults={faults} />}
        {(isNumber || entry.has('unit')) && (
          <CommitText
            label={words.unit}
            value={entry.text('unit')}
            onCommit={entry.setText('unit')}
            error={faults.of('unit')}
            maxLength={32}
          />
        )}
      </div>
      <div className={styles.switches}>
        <Switch
          label={words.required}
          checked={entry.is('required')}
          onChange={({ currentTarget }) => entry.set('required', currentTarget.checked || undefined)}
        />
        {(type === 'enum' || entry.is('multiple')) && (
          <Switch
            label={words.multiple}
            checked={entry.is('multiple')}
            onChange={({ currentTarget }) => entry.set('multiple', currentTarget.checked || undefined)}
            error={faults.of('multiple')}
          />
        )}
        <Switch
          label={words.wishes}
          disabled={rules === null || entry.text('kind') !== 'hard'}
          checked={rules !== null && givesWishes(rules)}
          onChange={({ currentTarget }) =>
            rules !== null && editing.onEdit(setWishes(editing.source, rules, currentTarget.checked))
          }
          description={rules === null ? words.wishesNone : undefined}
        />
      </div>
      {(type === 'enum' || entry.has('values')) && (
        <TagsInput
          label={words.values}
          description={entry.isShared('values') ? words.valuesShared : words.valuesHint}
          disabled={entry.isShared('values')}
          value={(entry.list('values') ?? []).map(String)}
          onChange={(values) => entry.set('values', values.length === 0 ? undefined : values)}
          error={faults.of('values')}
        />
      )}
      <CommitText
        label={words.description}
        value={entry.text('description')}
        onCommit={entry.setText('description')}
        error={faults.of('description')}
        maxLength={500}
        rows={2}
      />
    </>
  );
}

function RangeInputs({
  entry,
  faults,
}: Pick<Props, 'faults'> & { readonly entry: ReturnType<typeof entryOf> }) {
  const [least, most] = (entry.list('range') ?? []).map(numberOf);
  /** A range has both ends: with one of them taken out there is none. */
  const set = (from: number | undefined, to: number | undefined) =>
    entry.set('range', from === undefined || to === undefined ? undefined : [from, to]);
  return (
    <>
      <CommitNumber
        label={words.least}
        value={least}
        onCommit={(from) => set(from, most ?? from)}
        error={faults.of('range')}
      />
      <CommitNumber label={words.most} value={most} onCommit={(to) => set(least ?? to, to)} />
    </>
  );
}
