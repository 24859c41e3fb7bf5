import type { ColumnPlan } from 'counterpart-intake/guess/column-plan.ts';
import { stepsFor } from 'counterpart-intake/guess/column-plan.ts';
import { isShared, keyOfTarget, type Target, targetOfKey } from 'counterpart-intake/guess/column-target.ts';
import { currencyColumn, guessMapping } from 'counterpart-intake/guess/guess-mapping.ts';
import { useMemo, useState } from 'react';
import type { Schema } from '../../api/queries.ts';
import { CheckPanel } from './check-panel.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import type { EditedPlan, FileMapping } from './file-mapping.ts';
import type { OpenedFile } from './open-file.ts';
import { PreviewPanel } from './preview-panel.tsx';
import type { SavedImport } from './saved-import.ts';

interface Props {
  readonly file: File;
  readonly schema: Schema;
  readonly opened: OpenedFile;
  /** An import of this file that was interrupted. */
  readonly saved: SavedImport | undefined;
}

/** The mapping of the columns, and everything that follows from it. */
export function MappedFile({ file, schema, opened: { layout, report, facts, sample }, saved }: Props) {
  const guesses = useMemo(() => guessMapping(schema.fields, facts), [schema, facts]);
  const [columns, setColumns] = useState(() => begunWith(guesses, schema, saved));
  const mapping: FileMapping = useMemo(() => ({ schema, layout, columns }), [schema, layout, columns]);
  const key = JSON.stringify(columns.map(({ target, steps }) => [target, steps]));
  // Under another mapping the rows before its position may be other rows.
  const isSame =
    saved !== undefined &&
    columns.every(({ isEdited }) => !isEdited) &&
    columns.map(({ target }) => keyOfTarget(target)).join('\n') === saved.targets.join('\n');
  return (
    <>
      {layout.form === undefined && (
        <ColumnsPanel
          mapping={mapping}
          guesses={guesses}
          rows={facts.rows}
          onTarget={(at, target) => setColumns(withTarget(columns, at, target, schema))}
          onPlan={(at, plan) => setColumns(columns.with(at, { ...plan, isEdited: true }))}
        />
      )}
      <PreviewPanel
        key={`preview ${key}`}
        mapping={mapping}
        sample={sample}
        decimal={report.decimal ?? 'point'}
      />
      <CheckPanel key={`check ${key}`} file={file} mapping={mapping} saved={isSame ? saved : undefined} />
    </>
  );
}

/** The targets of the interrupted import, else the guess. */
function begunWith(
  guesses: readonly ColumnPlan[],
  schema: Schema,
  saved: SavedImport | undefined,
): readonly EditedPlan[] {
  const targets = saved?.targets.map(targetOfKey) ?? [];
  const isKnown = (target: Target) =>
    !('field' in target) || schema.fields.some(({ name }) => name === target.field);
  if (targets.length !== guesses.length || !targets.every(isKnown)) return guesses;
  return guesses.map((plan, at) => replanned(plan, targets[at]!, guesses, schema));
}

/** A target that only one column can have leaves the column that had it. */
function withTarget(
  columns: readonly EditedPlan[],
  column: number,
  target: Target,
  schema: Schema,
): readonly EditedPlan[] {
  const key = keyOfTarget(target);
  return columns.map((plan, at) => {
    if (at === column) return replanned(plan, target, columns, schema);
    const isTaken = !isShared(target) && keyOfTarget(plan.target) === key;
    return isTaken ? replanned(plan, { to: 'ignore' }, columns, schema) : plan;
  });
}

function replanned(
  plan: ColumnPlan,
  target: Target,
  columns: readonly ColumnPlan[],
  { fields }: Schema,
): EditedPlan {
  if (keyOfTarget(plan.target) === keyOfTarget(target)) return plan;
  const { column, facts } = plan;
  const currency = currencyColumn(columns.map((each) => ({ name: each.column, facts: each.facts })));
  return { column, facts, target, by: 'nothing', steps: stepsFor(target, fields, facts, currency) };
}
