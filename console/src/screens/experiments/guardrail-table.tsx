import type { wire } from 'counterpart-client';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';

type Guardrail = wire.ExperimentGuardrailResult;

/** The measures that must not get worse, and whether they have. */
export function GuardrailTable({ guardrails }: { readonly guardrails: readonly Guardrail[] }) {
  return (
    <Panel title={text.experiments.guardrails}>
      <DataTable
        caption={text.experiments.guardrails}
        columns={[
          { label: text.experiments.guardrail, cell: ({ name }) => words(name) },
          {
            label: text.experiments.value,
            numeric: true,
            cell: ({ value }) => text.experiments.figure(value),
          },
          {
            label: text.experiments.limit,
            numeric: true,
            cell: ({ limit }) => text.experiments.figure(limit),
          },
          { label: text.experiments.state, cell: ({ state }) => text.experiments[state] },
        ]}
        rows={guardrails}
        keyOf={({ name }) => name}
      />
    </Panel>
  );
}
