import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { capitalized, shownClause, shownValue } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { FoundFields } from '../match/found-fields.tsx';
import type { FileRow } from './file-rows.ts';
import styles from './preview-panel.module.css';
import { readPreview } from './read-preview.ts';
import { type MappedRow, type Mapping, type PersonBody, rowToPerson } from './row-to-person.ts';

const ROWS_SHOWN = 5;
const LONGEST_TEXT = 2000;

/** The first rows as people, and on request the values that the service reads in them. */
export function PreviewPanel({
  mapping,
  sample,
}: {
  readonly mapping: Mapping;
  readonly sample: readonly FileRow[];
}) {
  const mayRead = allows(useSession(), 'match');
  const rows = sample
    .slice(0, ROWS_SHOWN)
    .map((row) => ({ row: row.row, mapped: rowToPerson(mapping, row) }));
  const bodies = rows.flatMap(({ mapped }) => ('body' in mapped ? [mapped.body] : []));
  const read = useMutation({ mutationFn: () => readPreview(mapping.schema, bodies) });
  return (
    <Panel
      title={text.import.preview}
      lead={text.import.previewLead}
      aside={
        bodies.length > 0 &&
        mayRead && (
          <Button variant="default" size="xs" loading={read.isPending} onClick={() => read.mutate()}>
            {read.data ? text.import.readAgain : text.import.read}
          </Button>
        )
      }
    >
      {bodies.length > 0 && mayRead && <p className={styles.dim}>{text.import.readLead}</p>}
      {read.error && <ErrorNote error={read.error} onRetry={() => read.mutate()} />}
      <ol className={styles.rows}>
        {rows.map(({ row, mapped }) => (
          <li key={row}>
            <PreviewRow row={row} mapped={mapped} withText={!read.data} />
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

interface RowProps {
  readonly row: number;
  readonly mapped: MappedRow;
  /** Not where the text is shown with its marks. */
  readonly withText: boolean;
}

function PreviewRow({ row, mapped, withText }: RowProps) {
  if ('reason' in mapped)
    return (
      <p className={styles.bad}>
        <strong>{text.import.row(row)}</strong> {text.import.rowRejected}: {mapped.reason}
      </p>
    );
  return <PersonPreview row={row} body={mapped.body} withText={withText} />;
}

interface PersonProps extends Omit<RowProps, 'mapped'> {
  readonly body: PersonBody;
}

function PersonPreview({ row, body, withText }: PersonProps) {
  const { user_id, fields = {}, preferences = {}, context } = body;
  return (
    <>
      <h3>
        {user_id} <span className={styles.dim}>{text.import.row(row)}</span>
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
              {text.import.wishes}: {capitalized(name)}
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
