import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/admin-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './audit-table.module.css';

const columns: readonly Column<AuditEntry>[] = [
  {
    label: text.audit.when,
    cell: ({ at, request_id, address }) => (
      <>
        {dateTime(at)}
        {address !== null && <span className={styles.note}>{text.audit.fromAddress(address)}</span>}
        {request_id !== null && <span className={styles.note}>{text.audit.ofRequest(request_id)}</span>}
      </>
    ),
  },
  { label: text.audit.tenant, cell: (entry) => <Owner entry={entry} /> },
  {
    label: text.audit.change,
    wide: true,
    cell: ({ action, target, person, result }) => (
      <>
        <code>{action}</code>
        {result !== 'done' && <span className={styles.result}>{result}</span>}
        {target !== null && <span className={styles.note}>{`${target.kind} ${target.id}`}</span>}
        {person !== null && <span className={styles.note}>{text.audit.person(person)}</span>}
      </>
    ),
  },
  {
    label: text.audit.by,
    wide: true,
    cell: ({ actor }) => (
      <>
        {text.audit.kinds[actor.kind] ?? actor.kind} <code className={styles.id}>{actor.id}</code>
        {actor.name !== null && <span className={styles.note}>{actor.name}</span>}
      </>
    ),
  },
  {
    label: text.audit.details,
    wide: true,
    cell: ({ details }) =>
      Object.keys(details).length === 0 ? (
        '–'
      ) : (
        <details>
          <summary>{text.audit.show}</summary>
          <pre className={styles.details}>{JSON.stringify(details, null, 2)}</pre>
        </details>
      ),
  },
];

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return <DataTable caption={text.audit.title} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function Owner({ entry: { tenant_id: id, tenant_name: name } }: { readonly entry: AuditEntry }) {
  if (id === null) return text.audit.operator;
  return (
    <Link to="/tenants/$tenantId" params={{ tenantId: id }}>
      {name ?? id}
    </Link>
  );
}
