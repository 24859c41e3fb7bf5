import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Member } from '../../api/member-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { MailAddress } from '../../parts/mail-address.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { ChangeMemberDialog } from './change-member-dialog.tsx';
import styles from './member-table.module.css';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

interface Props {
  readonly caption: string;
  readonly members: readonly Member[];
}

const facts: readonly Column<Member>[] = [
  {
    label: text.members.member,
    cell: ({ email, name }) => (
      <>
        <MailAddress address={email} />
        {name !== null && <span className={styles.note}>{name}</span>}
      </>
    ),
  },
  {
    label: text.members.role,
    wide: true,
    cell: ({ role, scopes }) => (
      <>
        {role === null ? text.members.ownScopes : text.members.roles[role]}
        <span className={styles.scopes}>{scopes.join(', ')}</span>
      </>
    ),
  },
  {
    label: text.members.lastSignIn,
    cell: ({ last_sign_in_at: at }) => (at === null ? text.members.never : dateTime(at)),
  },
  { label: text.members.sessions, cell: ({ sessions }) => text.admin.sessionsOf(sessions) },
];

export function MemberTable({ caption, members }: Props) {
  const [changing, setChanging] = useState<Member>();
  const [removing, setRemoving] = useState<Member>();
  const columns: readonly Column<Member>[] = [
    ...facts,
    {
      label: text.members.change,
      wide: true,
      cell: (member) => (
        <div className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text.members.changeOf(member.email)}
            onClick={() => setChanging(member)}
          >
            {text.members.change}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text.members.removeOf(member.email)}
            onClick={() => setRemoving(member)}
          >
            {text.members.remove}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={members} keyOf={({ id }) => id} />
      <ChangeMemberDialog changing={changing} onClose={() => setChanging(undefined)} />
      <RemoveMemberDialog removing={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}
