import type { Experiment } from '../../api/experiment-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';

/** How each arm ranks, and how many take part: known before there is a result. */
export function ArmsInForce({ of: { arms, share } }: { readonly of: Experiment }) {
  return (
    <Panel title={text.experiments.inForce} lead={text.experiments.traffic(share)}>
      <DataTable
        caption={text.experiments.inForce}
        columns={[
          { label: text.experiments.arm, cell: ({ name }) => name },
          { label: text.experiments.ranks, wide: true, cell: rankingOf },
        ]}
        rows={arms}
        keyOf={({ name }) => name}
      />
    </Panel>
  );
}

function rankingOf({ tier, version, scorecard_change, stages }: Experiment['arms'][number]): string {
  const said = [
    ...(tier === undefined ? [] : [text.experiments.tier(tier)]),
    ...(version === undefined ? [] : [text.experiments.version(version)]),
    ...Object.keys(scorecard_change ?? {}).map((term) => text.experiments.changedTerm(words(term))),
    ...Object.keys(stages ?? {}).map((stage) => text.experiments.changedStage(words(stage))),
  ];
  return said.length === 0 ? text.experiments.asUsual : said.join(', ');
}
