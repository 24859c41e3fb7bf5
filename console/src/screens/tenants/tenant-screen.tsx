import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Tenant, tenantQuery } from '../../api/admin-queries.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { CreateKeyDialog } from '../keys/create-key-dialog.tsx';
import { KeyList } from '../keys/key-list.tsx';
import { MemberPanel } from '../members/member-panel.tsx';
import { SessionPanel } from '../members/session-panel.tsx';
import { DomainList } from './domain-list.tsx';
import { SettingsList } from './settings-list.tsx';
import styles from './tenant-screen.module.css';

const route = getRouteApi('/tenants/$tenantId');

export function TenantScreen() {
  const { tenantId } = route.useParams();
  const tenant = useQuery(tenantQuery(tenantId));
  if (tenant.isPending) return <Waiting />;
  if (tenant.data === undefined)
    return (
      <>
        <PageHead title={text.admin.tenants} />
        <ErrorNote error={tenant.error} onRetry={() => tenant.refetch()} />
      </>
    );
  return <Loaded tenant={tenant.data} />;
}

function Loaded({ tenant }: { readonly tenant: Tenant }) {
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageHead
        title={tenant.name}
        lead={`${tenant.email} · ${text.admin.created(dateTime(tenant.created_at))}`}
      >
        <CopyText value={tenant.id} label={text.common.copy} />
      </PageHead>
      <div className={styles.stack}>
        <DomainList tenant={tenant} />
        <Panel
          title={text.admin.keys}
          lead={text.admin.keysLead}
          aside={
            <Button size="xs" onClick={open}>
              {text.admin.newKey}
            </Button>
          }
        >
          <KeyList caption={text.admin.keysOf(tenant.name)} owner={tenant.id} />
        </Panel>
        <MemberPanel tenant={tenant} />
        <SessionPanel owner={tenant.id} />
        <SettingsList tenant={tenant} />
      </div>
      <CreateKeyDialog tenant={tenant} opened={creating} onClose={close} />
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.stack}>
      <Skeleton h={56} w={300} radius="md" />
      <Skeleton h={220} radius="md" />
      <Skeleton h={200} radius="md" />
    </div>
  );
}
