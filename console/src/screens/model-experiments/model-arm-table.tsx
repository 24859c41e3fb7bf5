import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ModelExperiment } from '../../api/model-experiment-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';
import { PromoteArm } from './promote-arm.tsx';

interface Props {
  readonly of: ModelExperiment;
  readonly mayPromote: boolean;
}

const { count } = text.common;

/** The models of the arms with their figures so far. An arm is promoted here, until one was. */
export function ModelArmTable({ of, mayPromote }: Props) {
  const [promoting, setPromoting] = useState<string>();
  const canPromote = mayPromote && of.promoted_arm === null;
  const rows = of.arms.map((arm, n) => ({ ...arm, result: of.result?.arms[n] }));
  const button = ({ name }: { readonly name: string }) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={words.promoteOf(name)}
      onClick={() => setPromoting(name)}
    >
      {words.promote}
    </Button>
  );
  return (
    <Panel title={words.arms}>
      <DataTable
        caption={words.arms}
        columns={[
          { label: words.arm, cell: ({ name }) => name },
          {
            label: words.model,
            wide: true,
            cell: ({ model_id: modelId }) => (
              <Link to="/models/$modelId" params={{ modelId }}>
                {modelId}
              </Link>
            ),
          },
          { label: words.people, numeric: true, cell: ({ result }) => count(result?.people ?? 0) },
          { label: words.shown, numeric: true, cell: ({ result }) => count(result?.shown ?? 0) },
          { label: words.successes, numeric: true, cell: ({ result }) => count(result?.successes ?? 0) },
          { label: words.value, numeric: true, cell: ({ result }) => words.figure(result?.value) },
          ...(canPromote ? [{ label: words.promote, cell: button }] : []),
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
      {promoting !== undefined && (
        <PromoteArm of={of} arm={promoting} onClose={() => setPromoting(undefined)} />
      )}
    </Panel>
  );
}
