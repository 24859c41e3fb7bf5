import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Decimal } from 'counterpart-intake/number-text.ts';
import type { NumberedRow } from 'counterpart-intake/sources/source-reader.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { capitalized, shownClause, shownValue } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { importText } from '../../text/en-import.ts';
import { FoundFields } from '../match/found-fields.tsx';
import { type FileMapping, peopleRows } from './file-mapping.ts';
import { bodyOf, type PersonBody } from './person-body.ts';
import styles from './preview-panel.module.css';
import { readPreview } from './read-preview.ts';
import { placeOf } from './rejects.ts';

const ROWS_SHOWN = 5;
const LONGEST_TEXT = 2000;

/** The first rows as people, and on request the values that the service reads in them. */
export function PreviewPanel({
  mapping,
  sample,
  decimal,
}: {
  readonly mapping: FileMapping;
  readonly sample: readonly NumberedRow[];
  readonly decimal: Decimal;
}) {
  const mayRead = allows(useSession(), 'match');
  const people = peopleRows(mapping, decimal);
  const rows = sample.slice(0, ROWS_SHOWN).map((numbered) => {
    const row = people.next(numbered);
    const mapped: MappedRow = 'reason' in row ? row : { body: bodyOf(row) };
    return { ...placeOf(row), mapped };
  });
  const bodies = rows.flatMap(({ mapped }) => ('body' in mapped ? [mapped.body] : []));
  const read = useMutation({ mutationFn: () => readPreview(mapping.schema, bodies) });
  return (
    <Panel
      title={importText.preview}
      lead={importText.previewLead}
      aside={
        bodies.length > 0 &&
        mayRead && (
          <Button variant="default" size="xs" loading={read.isPending} onClick={() => read.mutate()}>
            {read.data ? importText.readAgain : importText.read}
          </Button>
        )
      }
    >
      {bodies.length > 0 && mayRead && <p className={styles.dim}>{importText.readLead}</p>}
      {read.error && <ErrorNote error={read.error} onRetry={() => read.mutate()} />}
      <ol className={styles.rows}>
        {rows.map(({ row, line, mapped }) => (
          <li key={row}>
            <PreviewRow line={line} mapped={mapped} withText={!read.data} />
            {'body' in mapped && read.data && (
              <div className={styles.found}>
                <FoundFields
                  record={read.data[bodies.indexOf(mapped.body)]}
                  text={mapped.body.context ?? ''}
                  busy={false}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type MappedRow = { readonly body: PersonBody } | { readonly reason: string };

interface RowProps {
  readonly line: number;
  readonly mapped: MappedRow;
  /** Not where the text is shown with its marks. */
  readonly withText: boolean;
}

function PreviewRow({ line, mapped, withText }: RowProps) {
  if ('reason' in mapped)
    return (
      <p className={styles.bad}>
        <strong>{importText.row(line)}</strong> {importText.rowRejected}: {mapped.reason}
      </p>
    );
  return <PersonPreview line={line} body={mapped.body} withText={withText} />;
}

interface PersonProps extends Omit<RowProps, 'mapped'> {
  readonly body: PersonBody;
}

function PersonPreview({ line, body, withText }: PersonProps) {
  const { user_id, fields = {}, preferences = {}, context } = body;
  return (
    <>
      <h3>
        {user_id} <span className={styles.dim}>{importText.row(line)}</span>
      </h3>
      <dl className={styles.facts}>
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{capitalized(name)}</dt>
            <dd>{clipped(shownValue(value))}</dd>
          </div>
        ))}
        {Object.entries(preferences).map(([name, value]) => (
          <div key={name}>
            <dt>
              {importText.wishes}: {capitalized(name)}
            </dt>
            <dd>{clipped(shownClause(value))}</dd>
          </div>
        ))}
      </dl>
      {withText && context !== undefined && <p className={styles.text}>{clipped(context)}</p>}
    </>
  );
}

function clipped(value: string): string {
  return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
}
