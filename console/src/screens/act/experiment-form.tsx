import type { ComponentProps, ReactNode } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { actText } from '../../text/en-act.ts';
import { ActForm } from './act-form.tsx';
import type { FieldSchema } from './api-operation.ts';
import styles from './operation-form.module.css';
import { SchemaFields } from './schema-fields.tsx';
import type { TypedForm } from './use-typed.ts';

type Choices = ComponentProps<typeof SchemaFields>['choices'];

interface ArmPanel {
  /** By default its title. */
  readonly key?: number;
  readonly title: string;
  readonly lead: string | undefined;
  readonly form: TypedForm;
  /** Beside the title. */
  readonly aside?: ReactNode;
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
  /** Whether the arms may be sent; by default each form tells. */
  readonly checkArms?: () => boolean;
  /** Below the arms. */
  readonly belowArms?: ReactNode;
}

/** The form of an experiment: its usual fields, a panel an arm, and the other fields folded. */
export function ExperimentForm(props: Props) {
  const { title, schema, form, usual, choices, arms, armFields, checkArms, belowArms, ...act } = props;
  const isUsual = (path: string) => usual.includes(path);
  const check = checkArms ?? (() => arms.map((arm) => arm.form.check()).every(Boolean));
  return (
    <ActForm {...act} check={() => [form.check(), check()].every(Boolean)}>
      <Panel title={title}>
        <SchemaFields schema={schema} form={form} shows={isUsual} {...(choices && { choices })} />
      </Panel>
      {arms.map((arm) => (
        <Panel key={arm.key ?? arm.title} title={arm.title} lead={arm.lead} aside={arm.aside}>
          <SchemaFields form={arm.form} {...armFields} />
        </Panel>
      ))}
      {belowArms}
      <Panel title={actText.more}>
        <details className={styles.more}>
          <summary>{actText.moreOpen}</summary>
          <SchemaFields schema={schema} form={form} shows={(path) => !isUsual(path)} />
        </details>
      </Panel>
    </ActForm>
  );
}
