import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { modelExperimentsQuery } from '../../api/model-experiment-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';
import { stateOf } from './state-of.ts';

/** The experiments behind aliases, newest first. */
export function ModelExperimentPanel() {
  const session = useSession();
  const experiments = useQuery(modelExperimentsQuery);
  const rows = experiments.data ?? [];
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      aside={
        allows(session, 'train') && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/model-experiments/new" {...props} />}
          >
            {words.create}
          </Button>
        )
      }
    >
      {experiments.error && <ErrorNote error={experiments.error} onRetry={() => experiments.refetch()} />}
      {experiments.isSuccess && rows.length === 0 && <p>{words.none}</p>}
      {rows.length > 0 && (
        <DataTable
          caption={words.title}
          columns={[
            {
              label: words.name,
              cell: ({ id, name }) => (
                <Link to="/model-experiments/$experimentId" params={{ experimentId: id }}>
                  {name}
                </Link>
              ),
            },
            { label: words.alias, cell: ({ alias }) => <code>{alias}</code> },
            { label: words.design, cell: ({ design }) => words.designs[design] },
            { label: words.state, cell: stateOf },
            { label: words.decision, wide: true, cell: ({ decision }) => decision },
            { label: words.began, cell: ({ created_at }) => dateTime(created_at) },
          ]}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
    </Panel>
  );
}
