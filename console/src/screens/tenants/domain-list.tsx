import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { DomainDialog } from './domain-dialog.tsx';
import styles from './tenant-screen.module.css';
import { useChangeTenant } from './use-change-tenant.ts';

type Domain = Tenant['domains'][number];

/** The domains in force, each with its threshold, labels and exploring, and a field to enable one more. */
export function DomainList({ tenant }: { readonly tenant: Tenant }) {
  const [changing, setChanging] = useState<string>();
  const [name, setName] = useState('');
  const enable = useChangeTenant(tenant.id);
  return (
    <Panel title={text.admin.domains}>
      {tenant.domains.length === 0 ? (
        <p className={styles.dim}>{text.admin.noDomains}</p>
      ) : (
        <DataTable
          caption={text.admin.domains}
          columns={[
            { label: text.admin.domain, cell: ({ domain }) => domain },
            { label: text.admin.version, numeric: true, cell: ({ version }) => version },
            { label: text.admin.people, numeric: true, cell: (domain) => <People domain={domain} /> },
            {
              label: text.admin.threshold,
              numeric: true,
              cell: ({ threshold }) => text.common.count(threshold),
            },
            {
              label: text.admin.explores,
              numeric: true,
              cell: ({ explore }) => explore ?? text.admin.exploreDefault,
            },
            { label: text.admin.labels, cell: ({ labels }) => labelsInWords(labels) },
            {
              label: text.admin.change,
              cell: ({ domain }) => (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={text.admin.changeOf(domain)}
                  onClick={() => setChanging(domain)}
                >
                  {text.admin.change}
                </Button>
              ),
            },
          ]}
          rows={tenant.domains}
          keyOf={({ domain }) => domain}
        />
      )}
      <form
        className={styles.enable}
        onSubmit={(event) => {
          event.preventDefault();
          enable.mutate({ enable: [name.trim()] }, { onSuccess: () => setName('') });
        }}
      >
        <TextInput
          label={text.admin.enable}
          required
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          spellCheck={false}
        />
        <Button type="submit" variant="default" loading={enable.isPending}>
          {text.admin.enableDo}
        </Button>
      </form>
      {enable.error && <ErrorNote error={enable.error} />}
      <DomainDialog
        tenantId={tenant.id}
        domain={tenant.domains.find(({ domain }) => domain === changing)}
        onClose={() => setChanging(undefined)}
      />
    </Panel>
  );
}

function People({ domain: { people } }: { readonly domain: Domain }) {
  if (people !== null) return text.common.count(people);
  return (
    <span className={styles.dim} title={text.admin.peopleUnknownHint}>
      {text.admin.peopleUnknown}
    </span>
  );
}

function labelsInWords(labels: Domain['labels']): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return text.admin.noLabels;
  return entries
    .map(([label, polarity]) => `${label} ${polarity > 0 ? '+' : '−'}${Math.abs(polarity)}`)
    .join(', ');
}
