import { useMemo, useState } from 'react';
import type { Schema } from '../../api/queries.ts';
import { CheckPanel } from './check-panel.tsx';
import { isShared, keyOfTarget, type Target, targetOfKey } from './column-target.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { type Guess, guessMapping } from './guess-mapping.ts';
import { PreviewPanel } from './preview-panel.tsx';
import type { Mapping } from './row-to-person.ts';
import type { SavedImport } from './saved-import.ts';
import type { SniffedFile } from './sniff-file.ts';

interface Props {
  readonly file: File;
  readonly schema: Schema;
  readonly sniffed: SniffedFile;
  /** An import of this file that was interrupted. */
  readonly saved: SavedImport | undefined;
}

/** The mapping of the columns, and everything that follows from it. */
export function MappedFile({ file, schema, sniffed: { layout, sample }, saved }: Props) {
  const guesses = useMemo(() => guessMapping(schema, layout, sample), [schema, layout, sample]);
  const [targets, setTargets] = useState<readonly Target[]>(() => begunWith(guesses, schema, saved));
  const mapping: Mapping = useMemo(() => ({ schema, layout, targets }), [schema, layout, targets]);
  const change = (column: number, target: Target) => setTargets(withTarget(targets, column, target));
  const key = JSON.stringify(targets);
  // Under another mapping the rows before its position may be other rows.
  const isSame = saved !== undefined && targets.map(keyOfTarget).join('\n') === saved.targets.join('\n');
  return (
    <>
      <ColumnsPanel mapping={mapping} guesses={guesses} sample={sample} onChange={change} />
      <PreviewPanel key={`preview ${key}`} mapping={mapping} sample={sample} />
      <CheckPanel key={`check ${key}`} file={file} mapping={mapping} saved={isSame ? saved : undefined} />
    </>
  );
}

/** The targets of the interrupted import, else the guess. */
function begunWith(
  guesses: readonly Guess[],
  { fields }: Schema,
  saved: SavedImport | undefined,
): readonly Target[] {
  const targets = saved?.targets.map(targetOfKey) ?? [];
  const isKnown = (target: Target) =>
    target.to !== 'field' || fields.some(({ name }) => name === target.field);
  return targets.length === guesses.length && targets.every(isKnown)
    ? targets
    : guesses.map(({ target }) => target);
}

/** A target that only one column can have leaves the column that had it. */
function withTarget(targets: readonly Target[], column: number, target: Target): readonly Target[] {
  const key = keyOfTarget(target);
  return targets.map((each, at) => {
    if (at === column) return target;
    return !isShared(target) && keyOfTarget(each) === key ? { to: 'ignore' } : each;
  });
}
