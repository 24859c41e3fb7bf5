import type { MatchRequest, MatchResult } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { AskMissing } from './ask-missing.tsx';
import { FunnelStages } from './funnel-stages.tsx';
import { useMatchSearch } from './use-match-search.ts';

interface Props {
  readonly result: MatchResult;
  readonly request: MatchRequest;
  readonly title: string;
}

/**
 * How many candidates each stage let through, why the others fell out, and the place of a named candidate.
 */
export function Funnel({ result, request, title }: Props) {
  const { change } = useMatchSearch();
  return (
    <Panel title={title} lead={`${text.match.funnelLead} ${text.match.funnelScale}`}>
      <FunnelStages result={result} onAsk={(ask) => change({ ask })} />
      <AskMissing request={request} />
    </Panel>
  );
}
