import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { FieldHint } from './field-hint.tsx';
import type { Field } from './form-body.ts';

/** A value that may be chosen, and its name. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shown once the form was sent, or the field left. */
  readonly fault?: string | undefined;
  /** For a field that names something that exists. */
  readonly choices?: readonly Choice[] | undefined;
}

/** A field as its schema describes it. */
export function SchemaField({ field, value, onChange, fault, choices }: Props) {
  const { path, name, schema, isRequired } = field;
  const common = {
    label: actText.labels[path] ?? actText.labels[name] ?? capitalized(name),
    description: hintOf(schema) !== '' && <FieldHint text={hintOf(schema)} />,
    error: fault,
    withAsterisk: isRequired,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  const offered = choices ?? choicesOf(field);
  if (offered !== undefined) {
    const empty = { value: '', label: isRequired ? actText.choose : (emptyLabel(field, choices) ?? '') };
    // A value of the address may be none of the newest that are offered.
    const known = value === '' || offered.some((choice) => choice.value === value);
    const options = known ? [] : [{ value, label: value }];
    return <NativeSelect {...common} data={[empty, ...offered, ...options]} />;
  }
  if (schema.type === 'array') return <Textarea {...common} rows={3} />;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return <TextInput {...common} {...(isNumber && { inputMode: 'decimal' as const })} autoComplete="off" />;
}

function choicesOf({ schema }: Field): readonly Choice[] | undefined {
  if (schema.type === 'boolean')
    return [
      { value: 'true', label: text.common.yes },
      { value: 'false', label: text.common.no },
    ];
  return schema.enum?.map((value) => ({ value, label: capitalized(value) }));
}

/** The document's words, and how several values are written or where a number lies. */
function hintOf({ type, description = '', minimum, exclusiveMinimum, maximum }: Field['schema']): string {
  const least = minimum ?? exclusiveMinimum;
  const isBounded = least !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const added = type === 'array' ? [actText.list] : isBounded ? [actText.between(least, maximum)] : [];
  return [description, ...added].join(' ').trim();
}

/** The meaning of an empty choice. */
function emptyLabel({ schema: { description = '' } }: Field, choices: Props['choices']): string {
  if (choices !== undefined) return description.includes('Default:') ? actText.byService : actText.none;
  const [, stated] = /Default: `"?([^`"]+)"?`\./.exec(description) ?? [];
  if (stated === undefined) return actText.byService;
  const words = { true: text.common.yes, false: text.common.no, null: actText.none };
  const named = words[stated as keyof typeof words] ?? capitalized(stated);
  return actText.byDefault(named);
}
