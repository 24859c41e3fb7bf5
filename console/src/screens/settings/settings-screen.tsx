import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { settingsQuery } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { findSettings, type Setting } from './find-settings.ts';
import styles from './settings-screen.module.css';

const route = getRouteApi('/settings');

/** Every setting with its value and source. The search text is in the address. */
export function SettingsScreen() {
  const { find = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const settings = useQuery(settingsQuery);
  const rows = findSettings(settings.data?.data ?? [], find);
  return (
    <>
      <PageHead title={text.admin.settingsInForce} lead={text.admin.settingsInForceLead} />
      <TextInput
        className={styles.find ?? ''}
        type="search"
        label={text.admin.find}
        value={find}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: value === '' ? {} : { find: value }, replace: true })
        }
        spellCheck={false}
      />
      {settings.error && <ErrorNote error={settings.error} onRetry={() => settings.refetch()} />}
      {settings.isPending && <Skeleton h={480} radius="md" />}
      {settings.isSuccess && rows.length === 0 && <EmptyState title={text.admin.noSetting} />}
      {rows.length > 0 && (
        <Panel title={text.admin.settingsInForce}>
          <DataTable
            caption={text.admin.settingsInForce}
            columns={[
              { label: text.admin.variable, cell: (row) => <Name setting={row} /> },
              { label: text.admin.value, wide: true, cell: (row) => <Value setting={row} /> },
              {
                label: text.admin.source,
                cell: ({ source }) => (
                  <span className={styles.source} data-source={source}>
                    {text.admin.sources[source] ?? source}
                  </span>
                ),
              },
            ]}
            rows={rows}
            folds={find === ''}
            keyOf={({ variable }) => variable}
          />
        </Panel>
      )}
    </>
  );
}

function Name({ setting: { variable, flag, meaning } }: { readonly setting: Setting }) {
  return (
    <div className={styles.name}>
      <code>{variable}</code> <code className={styles.dim}>{flag}</code>
      <p className={styles.dim}>{meaning}</p>
    </div>
  );
}

function Value({ setting: { value, secret, set } }: { readonly setting: Setting }) {
  if (value !== null) return <code>{value}</code>;
  return <span className={styles.dim}>{secret && set ? text.admin.secretSet : text.admin.unset}</span>;
}
