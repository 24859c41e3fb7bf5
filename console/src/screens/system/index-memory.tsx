import { Link } from '@tanstack/react-router';
import type { SystemState } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { shownBytes } from '../../parts/units.ts';
import { capitalized } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './index-memory.module.css';

type Indexes = SystemState['indexes'];
const TONES = 6;

/** The memory of the indexes, by part and by index. */
export function IndexMemory({ indexes }: { readonly indexes: Indexes }) {
  const lead = text.system.indexesLead(
    shownBytes(indexes.bytes),
    shownBytes(indexes.limit_bytes),
    indexes.count,
  );
  return (
    <Panel title={text.system.indexes} lead={lead}>
      {indexes.count === 0 ? (
        <p className={styles.none}>{text.system.noIndexes}</p>
      ) : (
        <>
          <Parts parts={indexes.parts} />
          <DataTable
            caption={text.system.indexes}
            columns={[
              {
                label: text.system.tenant,
                cell: (row) => (
                  <Link to="/tenants/$tenantId" params={{ tenantId: row.tenant_id }}>
                    {row.tenant_name ?? row.tenant_id}
                  </Link>
                ),
              },
              { label: text.system.domain, cell: (row) => row.domain },
              { label: text.system.people, numeric: true, cell: (row) => text.common.count(row.rows) },
              { label: text.system.segments, numeric: true, cell: (row) => row.segments },
              { label: text.system.bytes, numeric: true, cell: (row) => shownBytes(row.bytes) },
              {
                label: text.system.behind,
                numeric: true,
                cell: (row) => (row.built ? text.common.count(row.behind) : text.system.building),
              },
            ]}
            rows={indexes.largest}
            folds
            keyOf={(row, position) => `${row.tenant_id} ${row.domain} ${position}`}
          />
          {indexes.others.count > 0 && (
            <p className={styles.none}>
              {text.system.others(indexes.others.count)}: {shownBytes(indexes.others.bytes)}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function Parts({ parts }: { readonly parts: Indexes['parts'] }) {
  const held = Object.entries(parts).filter(([, bytes]) => bytes > 0);
  const total = held.reduce((sum, [, bytes]) => sum + bytes, 0);
  let at = 0;
  const pieces = held
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, bytes], position) => {
      const left = at;
      at += (bytes / total) * 100;
      const label = text.system.parts[part] ?? capitalized(part);
      return { part, bytes, left, width: at - left, label, tone: styles[`tone${(position % TONES) + 1}`] };
    });
  return (
    <>
      <svg className={styles.bar} aria-hidden="true">
        {pieces.map(({ part, bytes, left, width, label, tone }) => (
          <rect key={part} x={`${left}%`} width={`${width}%`} height="14" className={tone}>
            <title>{`${label}: ${shownBytes(bytes)}`}</title>
          </rect>
        ))}
      </svg>
      <dl className={styles.legend}>
        {pieces.map(({ part, bytes, label, tone }) => (
          <div key={part}>
            <dt>
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="3" className={tone} />
              </svg>
              {label}
            </dt>
            <dd>{shownBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
