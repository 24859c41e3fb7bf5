import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Key } from '../../api/admin-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './key-table.module.css';
import { RenameDialog } from './rename-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const tones: Readonly<Record<string, 'good' | 'bad'>> = { in_force: 'good', revoked: 'bad' };

interface Props {
  readonly caption: string;
  readonly keys: readonly Key[];
  /** Whether the keys are of several owners. */
  readonly mixed?: boolean;
}

/** Keys without their secret part, each with its end. */
export function KeyTable({ caption, keys, mixed = false }: Props) {
  const [revoking, setRevoking] = useState<Key>();
  const [renaming, setRenaming] = useState<Key>();
  const columns: readonly Column<Key>[] = [
    {
      label: text.admin.key,
      cell: ({ id, name, created_at }) => (
        <>
          {name !== null && <span className={styles.name}>{name}</span>}
          <code>{id}</code>
          <span className={styles.note}>{text.admin.created(dateTime(created_at))}</span>
        </>
      ),
    },
    ...(mixed ? [{ label: text.admin.owner, cell: (key: Key) => <Owner apiKey={key} /> }] : []),
    {
      label: text.admin.scopes,
      wide: true,
      cell: ({ scopes }) => <span className={styles.scopes}>{scopes.join(', ')}</span>,
    },
    { label: text.admin.limits, cell: ({ rate, burst }) => text.admin.limitsOf(rate, burst) },
    { label: text.admin.state, cell: (key) => <State apiKey={key} /> },
    {
      label: text.admin.lastUsed,
      cell: ({ last_used_at: at }) => (at === null ? text.admin.notUsed : dateTime(at)),
    },
    { label: text.admin.sessions, cell: ({ sessions }) => text.admin.sessionsOf(sessions) },
    {
      label: text.admin.change,
      wide: true,
      cell: (key) => (
        <div className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text.admin.renameOf(key.name ?? key.id)}
            onClick={() => setRenaming(key)}
          >
            {text.admin.rename}
          </Button>
          {key.state === 'in_force' && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={text.admin.revokeOf(key.id)}
              onClick={() => setRevoking(key)}
            >
              {text.admin.revoke}
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={keys} keyOf={({ id }) => id} />
      <RenameDialog renaming={renaming} onClose={() => setRenaming(undefined)} />
      <RevokeDialog revoking={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}

function Owner({ apiKey: { tenant_id: id, tenant_name: name } }: { readonly apiKey: Key }) {
  if (id === null) return text.admin.operator;
  return (
    <Link to="/tenants/$tenantId" params={{ tenantId: id }}>
      {name ?? id}
    </Link>
  );
}

function State({ apiKey }: { readonly apiKey: Key }) {
  const { state, expires_at, revoked_at } = apiKey;
  return (
    <>
      <StateMark tone={tones[state]}>{text.admin.states[state] ?? state}</StateMark>
      {state === 'revoked' && revoked_at !== null && (
        <span className={styles.note}>{text.admin.since(dateTime(revoked_at))}</span>
      )}
      {state !== 'revoked' && expires_at !== null && (
        <span className={styles.note}>
          {state === 'expired'
            ? text.admin.since(dateTime(expires_at))
            : text.admin.until(dateTime(expires_at))}
        </span>
      )}
    </>
  );
}
