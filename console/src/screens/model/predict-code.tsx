import { CodeView } from '../../parts/code-view.tsx';
import { text } from '../../text/en.ts';
import type { Asked } from './model-queries.ts';
import { predictSnippet } from './predict-snippet.ts';

export function PredictCode({ modelId, asked }: { readonly modelId: string; readonly asked: Asked }) {
  return (
    <CodeView
      title={text.model.play.code}
      lead={text.model.play.codeLead}
      codeOf={(language) => predictSnippet(language, modelId, asked, window.location.origin)}
    />
  );
}
