import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { actText } from '../../text/en-act.ts';
import { aliasesQuery } from './act-queries.ts';
import { MoveAlias } from './move-alias.tsx';
import styles from './operation-form.module.css';
import { RefitAlias } from './refit-alias.tsx';
import { RemoveAlias } from './remove-alias.tsx';
import { ScheduleAlias } from './schedule-alias.tsx';

const words = actText.aliases;

type Alias = wire.ModelAliasFields;

interface Acting {
  readonly act: 'move' | 'refit' | 'schedule' | 'remove';
  /** undefined: a new one. */
  readonly alias: Alias | undefined;
}

/** The names that stand for models, and what may be done with them. */
export function AliasPanel() {
  const session = useSession();
  const aliases = useQuery(aliasesQuery);
  const [acting, setActing] = useState<Acting>();
  const mayTrain = allows(session, 'train');
  const close = () => setActing(undefined);
  const buttons = (alias: Alias) => (
    <div className={styles.row}>
      {(['move', 'refit', 'schedule', 'remove'] as const).map((act) => (
        <Button
          key={act}
          size="compact-xs"
          variant="default"
          aria-label={words.actOf(words[act], alias.name)}
          onClick={() => setActing({ act, alias })}
        >
          {words[act]}
        </Button>
      ))}
    </div>
  );
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      aside={
        mayTrain && (
          <Button size="xs" variant="default" onClick={() => setActing({ act: 'move', alias: undefined })}>
            {words.create}
          </Button>
        )
      }
    >
      {aliases.error && <ErrorNote error={aliases.error} onRetry={() => aliases.refetch()} />}
      {aliases.data?.length === 0 && <p>{words.none}</p>}
      {aliases.data && aliases.data.length > 0 && (
        <DataTable
          caption={words.title}
          columns={[
            { label: words.alias, cell: ({ id }) => <code>{id}</code> },
            {
              label: words.model,
              cell: ({ model_id: modelId }) => (
                <Link to="/models/$modelId" params={{ modelId }}>
                  {modelId}
                </Link>
              ),
            },
            { label: words.moved, cell: ({ moved_at }) => dateTime(moved_at) },
            ...(mayTrain ? [{ label: words.acts, wide: true, cell: buttons }] : []),
          ]}
          rows={aliases.data}
          keyOf={({ id }) => id}
        />
      )}
      {acting?.act === 'move' && <MoveAlias alias={acting.alias} onClose={close} />}
      {acting?.act === 'refit' && acting.alias && <RefitAlias alias={acting.alias} onClose={close} />}
      {acting?.act === 'schedule' && acting.alias && <ScheduleAlias alias={acting.alias} onClose={close} />}
      {acting?.act === 'remove' && acting.alias && <RemoveAlias alias={acting.alias} onClose={close} />}
    </Panel>
  );
}
