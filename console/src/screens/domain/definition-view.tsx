import { SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, type Ref, Suspense } from 'react';
import { text } from '../../text/en.ts';
import styles from './definition-tab.module.css';
import type { Fault, Summary } from './domain-queries.ts';
import type { LineFault } from './editor/fault-marks.ts';
import type { EditorHandle } from './editor/yaml-editor.tsx';

const YamlEditor = lazy(() => import('./editor/yaml-editor.tsx'));
const FormView = lazy(() => import('./form/form-view.tsx'));

const views = ['yaml', 'fields', 'scorecard'] as const;
export type View = (typeof views)[number];

interface Props {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly editor: Ref<EditorHandle>;
  readonly source: string;
  readonly faults: readonly Fault[];
  readonly marks: readonly LineFault[];
  readonly checked: Summary | null;
  readonly onSource: (source: string) => void;
  readonly onLine: (line: number) => void;
}

/** The definition as YAML or as forms. The editor stays behind the forms, with what can be undone in it. */
export function DefinitionView({
  view,
  onView,
  editor,
  source,
  faults,
  marks,
  checked,
  onSource,
  onLine,
}: Props) {
  return (
    <>
      <SegmentedControl
        className={styles.views ?? ''}
        size="xs"
        aria-label={text.domain.form.views}
        value={view}
        onChange={(next) => onView(next as View)}
        data={views.map((value) => ({ value, label: text.domain.form.view[value] }))}
      />
      <Suspense fallback={<Skeleton className={styles.editor ?? ''} />}>
        <div hidden={view !== 'yaml'}>
          <YamlEditor
            ref={editor}
            label={text.domain.editor}
            value={source}
            faults={marks}
            onChange={onSource}
          />
        </div>
      </Suspense>
      {view !== 'yaml' && (
        <Suspense fallback={<Skeleton className={styles.editor ?? ''} />}>
          <FormView
            part={view}
            source={source}
            faults={faults}
            checked={checked}
            onSource={onSource}
            onLine={onLine}
          />
        </Suspense>
      )}
    </>
  );
}
