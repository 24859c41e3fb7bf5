import { Link } from '@tanstack/react-router';
import type { SystemState } from '../../api/admin-queries.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './system-screen.module.css';

const OPERATOR = 'operator';

export function RecentErrors({ errors }: { readonly errors: SystemState['errors'] }) {
  return (
    <Panel title={text.system.errors} lead={text.system.errorsLead}>
      {errors.length === 0 ? (
        <p className={styles.dim}>{text.system.noErrors}</p>
      ) : (
        <DataTable
          caption={text.system.errors}
          columns={[
            { label: text.system.time, cell: ({ at }) => dateTime(at) },
            {
              label: text.system.status,
              cell: ({ status }) => (
                <span className={styles.status} data-bad={status >= 500}>
                  {status}
                </span>
              ),
            },
            { label: text.system.code, cell: ({ code }) => <code>{code}</code> },
            {
              label: text.system.route,
              cell: ({ method, route }) => (
                <code>
                  {method} {route}
                </code>
              ),
            },
            { label: text.system.tenant, cell: ({ tenant_id }) => <Owner id={tenant_id} /> },
            {
              label: text.system.request,
              cell: ({ request_id }) => <CopyText value={request_id} label={text.error.copy} />,
            },
          ]}
          rows={errors}
          keyOf={({ at, request_id }) => `${at} ${request_id}`}
        />
      )}
    </Panel>
  );
}

function Owner({ id }: { readonly id: string | null }) {
  if (id === null) return text.system.noTenant;
  if (id === OPERATOR) return text.admin.operator;
  return (
    <Link to="/tenants/$tenantId" params={{ tenantId: id }}>
      {id}
    </Link>
  );
}
