import { useMemo, useState } from 'react';
import type { Schema } from '../../api/queries.ts';
import { CheckPanel } from './check-panel.tsx';
import { isShared, keyOfTarget, type Target } from './column-target.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { guessMapping } from './guess-mapping.ts';
import { PreviewPanel } from './preview-panel.tsx';
import type { Mapping } from './row-to-person.ts';
import type { SniffedFile } from './sniff-file.ts';

interface Props {
  readonly file: File;
  readonly schema: Schema;
  readonly sniffed: SniffedFile;
}

/** What the columns become, and everything that follows from it. */
export function MappedFile({ file, schema, sniffed: { layout, sample } }: Props) {
  const guesses = useMemo(() => guessMapping(schema, layout, sample), [schema, layout, sample]);
  const [targets, setTargets] = useState<readonly Target[]>(() => guesses.map(({ target }) => target));
  const mapping: Mapping = useMemo(() => ({ schema, layout, targets }), [schema, layout, targets]);
  const change = (column: number, target: Target) => setTargets(withTarget(targets, column, target));
  const key = JSON.stringify(targets);
  return (
    <>
      <ColumnsPanel mapping={mapping} guesses={guesses} sample={sample} onChange={change} />
      <PreviewPanel key={`preview ${key}`} mapping={mapping} sample={sample} />
      <CheckPanel key={`check ${key}`} file={file} mapping={mapping} />
    </>
  );
}

/** A target that only one column can have leaves the column that had it. */
function withTarget(targets: readonly Target[], column: number, target: Target): readonly Target[] {
  const key = keyOfTarget(target);
  return targets.map((each, at) => {
    if (at === column) return target;
    return !isShared(target) && keyOfTarget(each) === key ? { to: 'ignore' } : each;
  });
}
