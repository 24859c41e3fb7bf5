/** A prediction as code that can be pasted. The key is never part of it. */
import type { Language } from '../../parts/code-view.tsx';
import { pythonValue } from '../../parts/python-value.ts';
import { bodyOf as bodyOfAsked } from './conditions.ts';
import type { Asked } from './model-queries.ts';

export function predictSnippet(language: Language, modelId: string, asked: Asked, origin: string): string {
  const snippets = { curl, typescript, python };
  return snippets[language](modelId, asked, origin);
}

const bodyOf = (modelId: string, asked: Asked) => ({
  ...(asked.mode === 'generate' && { model_id: modelId }),
  ...bodyOfAsked(asked),
});

function curl(modelId: string, asked: Asked, origin: string): string {
  const path =
    asked.mode === 'generate' ? '/v1/generate' : `/v1/models/${encodeURIComponent(modelId)}/predict`;
  // Between single quotes a shell leaves everything as it is but the single quote.
  const body = JSON.stringify(bodyOf(modelId, asked), null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -s '${origin}${path}' \\`,
    '  -H "Authorization: Bearer $COUNTERPART_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join('\n');
}

function typescript(modelId: string, asked: Asked, origin: string): string {
  const body = JSON.stringify(bodyOf(modelId, asked), null, 2);
  const call =
    asked.mode === 'generate'
      ? `client.generate.run(${body})`
      : `client.models.predict(${JSON.stringify(modelId)}, ${body})`;
  return [
    "import { Counterpart } from 'counterpart-client';",
    '',
    `const client = new Counterpart({ apiKey: process.env.COUNTERPART_KEY!, baseUrl: ${JSON.stringify(origin)} });`,
    `const { items } = await ${call};`,
    'for (const { item_id, score } of items) console.log(item_id, score);',
  ].join('\n');
}

function python(modelId: string, asked: Asked, origin: string): string {
  const named = Object.entries(bodyOf(modelId, asked)).map(
    ([name, value]) => `    ${name}=${pythonValue(value)},`,
  );
  return [
    'import os',
    'from counterpart import Counterpart',
    '',
    `client = Counterpart(api_key=os.environ["COUNTERPART_KEY"], base_url=${JSON.stringify(origin)})`,
    asked.mode === 'generate' ? 'result = client.generate.run(' : 'result = client.models.predict(',
    ...(asked.mode === 'generate' ? [] : [`    ${JSON.stringify(modelId)},`]),
    ...named,
    ')',
    'for item in result["items"]:',
    '    print(item["item_id"], item["score"])',
  ].join('\n');
}
