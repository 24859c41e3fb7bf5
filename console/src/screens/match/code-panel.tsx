import type { MatchRequest } from '../../api/queries.ts';
import { CodeView } from '../../parts/code-view.tsx';
import { text } from '../../text/en.ts';
import { codeSnippet } from './code-snippet.ts';

interface Props {
  readonly request: MatchRequest;
  readonly label?: string;
}

export function CodePanel({ request, label }: Props) {
  return (
    <CodeView
      title={label === undefined ? text.match.tabs.code : `${text.match.tabs.code}: ${label}`}
      lead={text.match.codeLead}
      codeOf={(language) => codeSnippet(language, request, window.location.origin)}
    />
  );
}
