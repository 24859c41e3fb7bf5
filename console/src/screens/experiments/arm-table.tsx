import type { wire } from 'counterpart-client';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';

type Arm = wire.ExperimentArmResult;

const { count } = text.common;
const { figure, percent, ms } = text.experiments;

/** The figures of each arm so far. */
export function ArmTable({ arms }: { readonly arms: readonly Arm[] }) {
  return (
    <Panel title={text.experiments.arms}>
      <DataTable
        caption={text.experiments.arms}
        columns={[
          { label: text.experiments.arm, cell: ({ name }) => name },
          { label: text.experiments.units, numeric: true, cell: ({ units }) => count(units) },
          { label: text.experiments.matches, numeric: true, cell: ({ matches }) => count(matches) },
          { label: text.experiments.shown, numeric: true, cell: ({ shown }) => count(shown) },
          { label: text.experiments.positives, numeric: true, cell: ({ positives }) => count(positives) },
          { label: text.experiments.mutual, numeric: true, cell: ({ mutual }) => count(mutual) },
          { label: text.experiments.value, numeric: true, cell: ({ value }) => figure(value) },
          { label: text.experiments.noMatch, numeric: true, cell: (arm) => percent(arm.no_match_rate) },
          { label: text.experiments.latency, numeric: true, cell: (arm) => ms(arm.latency_p95_ms) },
          { label: text.experiments.gini, numeric: true, cell: (arm) => figure(arm.exposure_gini) },
        ]}
        rows={arms}
        keyOf={({ name }) => name}
      />
    </Panel>
  );
}
