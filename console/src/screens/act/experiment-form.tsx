import type { ComponentProps } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { actText } from '../../text/en-act.ts';
import { ActForm } from './act-form.tsx';
import type { FieldSchema } from './api-operation.ts';
import styles from './operation-form.module.css';
import { SchemaFields } from './schema-fields.tsx';
import type { TypedForm } from './use-typed.ts';

type Choices = ComponentProps<typeof SchemaFields>['choices'];

interface ArmPanel {
  readonly title: string;
  readonly lead: string | undefined;
  readonly form: TypedForm;
}

interface Props extends Pick<ComponentProps<typeof ActForm>, 'words' | 'back' | 'call' | 'sending'> {
  /** The heading of the usual fields. */
  readonly title: string;
  readonly schema: FieldSchema;
  readonly form: TypedForm;
  /** Paths of fields that stand open. */
  readonly usual: readonly string[];
  readonly choices: Choices;
  readonly arms: readonly ArmPanel[];
  readonly armFields: Pick<ComponentProps<typeof SchemaFields>, 'schema' | 'shows'> & {
    readonly choices?: NonNullable<Choices>;
  };
}

/** The form of an experiment: its usual fields, a panel an arm, and the other fields folded. */
export function ExperimentForm({ title, schema, form, usual, choices, arms, armFields, ...act }: Props) {
  const isUsual = (path: string) => usual.includes(path);
  const forms = [form, ...arms.map((arm) => arm.form)];
  return (
    <ActForm {...act} check={() => forms.map(({ check }) => check()).every(Boolean)}>
      <Panel title={title}>
        <SchemaFields schema={schema} form={form} shows={isUsual} {...(choices && { choices })} />
      </Panel>
      {arms.map((arm) => (
        <Panel key={arm.title} title={arm.title} lead={arm.lead}>
          <SchemaFields form={arm.form} {...armFields} />
        </Panel>
      ))}
      <Panel title={actText.more}>
        <details className={styles.more}>
          <summary>{actText.moreOpen}</summary>
          <SchemaFields schema={schema} form={form} shows={(path) => !isUsual(path)} />
        </details>
      </Panel>
    </ActForm>
  );
}
