import { Link } from '@tanstack/react-router';
import type { SystemState } from '../../api/admin-queries.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './system-screen.module.css';

const OPERATOR = 'operator';

interface Props {
  readonly errors: SystemState['errors'];
  /** Names of tenants by id, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
}

export function RecentErrors({ errors, names }: Props) {
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
            { label: text.system.code, cell: ({ code }) => <code className={styles.code}>{code}</code> },
            {
              label: text.system.route,
              wide: true,
              cell: ({ method, route }) => (
                <code>
                  {method} {route}
                </code>
              ),
            },
            { label: text.system.tenant, cell: ({ tenant_id }) => <Owner id={tenant_id} names={names} /> },
            {
              label: text.system.request,
              wide: true,
              cell: ({ request_id }) => <CopyText value={request_id} label={text.error.copy} />,
            },
          ]}
          rows={errors}
          folds
          keyOf={({ at, request_id }) => `${at} ${request_id}`}
        />
      )}
    </Panel>
  );
}

function Owner({ id, names }: { readonly id: string | null } & Pick<Props, 'names'>) {
  if (id === null) return text.system.noTenant;
  if (id === OPERATOR) return text.admin.operator;
  return (
    <Link to="/tenants/$tenantId" params={{ tenantId: id }}>
      {names.get(id) ?? id}
    </Link>
  );
}
