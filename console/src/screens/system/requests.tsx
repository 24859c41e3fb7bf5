import type { SystemState } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { shownMs } from '../../parts/units.ts';
import { text } from '../../text/en.ts';
import styles from './system-screen.module.css';

export function Requests({ requests }: { readonly requests: SystemState['requests'] }) {
  return (
    <Panel title={text.system.requests} lead={text.system.requestsLead}>
      <dl className={styles.facts} aria-label={text.system.statuses}>
        {requests.by_status.map(({ status, count }) => (
          <div key={status}>
            <dt>
              <span className={styles.status} data-bad={status >= 500}>
                {status}
              </span>
            </dt>
            <dd>{text.common.count(count)}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption={text.system.requests}
        columns={[
          {
            label: text.system.route,
            cell: ({ method, route }) => (
              <code>
                {method} {route}
              </code>
            ),
          },
          { label: text.system.count, numeric: true, cell: ({ count }) => text.common.count(count) },
          { label: text.system.failed, numeric: true, cell: ({ failed }) => text.common.count(failed) },
          { label: text.system.p50, numeric: true, cell: ({ p50_ms }) => shownMs(p50_ms) },
          { label: text.system.p90, numeric: true, cell: ({ p90_ms }) => shownMs(p90_ms) },
          { label: text.system.p99, numeric: true, cell: ({ p99_ms }) => shownMs(p99_ms) },
        ]}
        rows={requests.routes}
        folds
        keyOf={({ method, route }) => `${method} ${route}`}
      />
    </Panel>
  );
}
