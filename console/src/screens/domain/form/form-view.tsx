/** The definition as forms. Each input changes its own place in the YAML, so that the rest stays as written. */
import '@mantine/core/styles/Accordion.css';
import '@mantine/core/styles/Slider.css';
import { useMemo } from 'react';
import { text } from '../../../text/en.ts';
import type { Fault, Summary } from '../domain-queries.ts';
import { FieldsForm } from './fields-form.tsx';
import styles from './form.module.css';
import { readForm } from './read-form.ts';
import { ScorecardForm } from './scorecard-form.tsx';
import { applyEdits } from './yaml-text.ts';

interface Props {
  readonly part: 'fields' | 'scorecard';
  readonly source: string;
  readonly faults: readonly Fault[];
  readonly checked: Summary | null;
  readonly onSource: (source: string) => void;
  readonly onLine: (line: number) => void;
}

export default function FormView({ part, source, faults, checked, onSource, onLine }: Props) {
  const form = useMemo(() => readForm(source), [source]);
  if (form === null) return <p className={styles.note}>{text.domain.form.unreadable}</p>;
  const editing = {
    ...{ source, form, faults, onLine },
    onEdit: (edits: Parameters<typeof applyEdits>[1]) => onSource(applyEdits(source, edits)),
  };
  return (
    <div className={styles.form}>
      <p className={styles.note}>{text.domain.form.yamlOnly}</p>
      {part === 'fields' ? (
        <FieldsForm {...editing} />
      ) : (
        <ScorecardForm {...editing} checked={checked?.scorecard.terms ?? []} />
      )}
    </div>
  );
}
