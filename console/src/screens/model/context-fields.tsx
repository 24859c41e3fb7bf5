import { Group, NumberInput, Select } from '@mantine/core';
import { text } from '../../text/en.ts';
import { type ContextValue, conditionsOf, contextIn, withContext } from './conditions.ts';
import type { Model } from './model-queries.ts';
import { type ContextFeature, readTraining } from './training-facts.ts';

interface Props {
  readonly model: Model;
  /** The conditions as text, of which the context is a part. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for each feature of the context that the model reads; nothing where it reads none. */
export function ContextFields({ model, value, onChange }: Props) {
  const { context } = readTraining(model.training);
  if (context.length === 0) return null;
  const conditions = conditionsOf(value) ?? {};
  const given = contextIn(conditions);
  return (
    <Group gap="xs" role="group" aria-label={text.model.play.context}>
      {context.map((feature) => (
        <ContextField
          key={feature.name}
          feature={feature}
          value={given[feature.name]}
          onChange={(next) => onChange(withContext(conditions, feature.name, next))}
        />
      ))}
    </Group>
  );
}

/** Their values are whole numbers. */
const clockNames: readonly string[] = ['hour', 'weekday'];

interface FieldProps {
  readonly feature: ContextFeature;
  readonly value: unknown;
  readonly onChange: (value: ContextValue) => void;
}

function ContextField({ feature: { name, values }, value, onChange }: FieldProps) {
  const shared = { label: name, placeholder: text.model.play.contextUnknown, size: 'xs' } as const;
  if (values === undefined)
    return (
      <NumberInput
        {...shared}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    );
  const typed = (chosen: string) => (clockNames.includes(name) ? Number(chosen) : chosen);
  return (
    <Select
      {...shared}
      data={clockNames.includes(name) ? values.toSorted((a, b) => Number(a) - Number(b)) : values.toSorted()}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : typed(next))}
      searchable
      clearable
    />
  );
}
