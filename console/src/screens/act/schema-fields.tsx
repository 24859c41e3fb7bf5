import type { FieldSchema } from './api-operation.ts';
import { fieldsOf } from './form-body.ts';
import styles from './operation-form.module.css';
import { type Choice, SchemaField } from './schema-field.tsx';
import type { TypedForm } from './use-typed.ts';

interface Props {
  readonly schema: FieldSchema;
  readonly form: TypedForm;
  /** Whether the field at the path stands here. */
  readonly shows: (path: string) => boolean;
  /** By path: what may be chosen. */
  readonly choices?: Readonly<Record<string, readonly Choice[] | undefined>>;
}

/** Some fields of a form, in the order of its schema. */
export function SchemaFields({ schema, form, shows, choices = {} }: Props) {
  return (
    <div className={styles.fields}>
      {fieldsOf(schema)
        .filter(({ path }) => shows(path))
        .map((field) => (
          <SchemaField
            key={field.path}
            field={field}
            value={form.typed[field.path] ?? ''}
            onChange={(value) => form.set(field.path, value)}
            fault={form.faults[field.path]}
            choices={choices[field.path]}
          />
        ))}
    </div>
  );
}
