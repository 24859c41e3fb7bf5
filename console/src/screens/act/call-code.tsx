import { CodeView } from '../../parts/code-view.tsx';
import { actText } from '../../text/en-act.ts';
import type { ApiCall } from './api-operation.ts';
import { callSnippet } from './call-snippet.ts';

interface Props {
  readonly call: ApiCall;
  readonly title?: string;
  readonly lead?: string;
}

/** A call as code. */
export function CallCode({ call, title = actText.code, lead = actText.codeLead }: Props) {
  return (
    <CodeView
      title={title}
      lead={lead}
      codeOf={(language) => callSnippet(language, call, window.location.origin)}
    />
  );
}
