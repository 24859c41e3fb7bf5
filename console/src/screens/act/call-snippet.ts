/** A call as code that can be pasted. The key is never part of it. */
import type { Language } from '../../parts/code-view.tsx';
import { pythonValue } from '../../parts/python-value.ts';
import { type ApiCall, pathOf } from './api-operation.ts';

export function callSnippet(language: Language, call: ApiCall, origin: string): string {
  const snippets = { curl, typescript, python };
  return snippets[language](call, origin);
}

function curl(call: ApiCall, origin: string): string {
  const { operation, body } = call;
  const lines = [`curl -s -X ${operation.method} '${origin}${pathOf(call)}'`];
  lines.push(`-H "Authorization: Bearer $COUNTERPART_KEY"`);
  if (operation.isKeyed) lines.push(`-H "Idempotency-Key: $(uuidgen)"`);
  // Between single quotes a shell leaves everything as it is but the single quote.
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`,
    );
  return lines.join(' \\\n  ');
}

function typescript({ operation: { sdk }, at = [], body }: ApiCall, origin: string): string {
  const values = [
    ...at.map((value) => JSON.stringify(value)),
    ...(body ? [JSON.stringify(body, null, 2)] : []),
  ];
  return [
    "import { Counterpart } from 'counterpart-client';",
    '',
    `const client = new Counterpart({ apiKey: process.env.COUNTERPART_KEY!, baseUrl: ${JSON.stringify(origin)} });`,
    `console.log(await client.${sdk}(${values.join(', ')}));`,
  ].join('\n');
}

function python({ operation: { sdk }, at = [], body = {} }: ApiCall, origin: string): string {
  const name = sdk.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const values = [
    ...at.map((value) => pythonValue(value)),
    ...Object.entries(body).map(([field, value]) => `${field}=${pythonValue(value)}`),
  ];
  const call = values.length === 0 ? '()' : `(\n${values.map((value) => `    ${value},\n`).join('')})`;
  return [
    'import os',
    'from counterpart import Counterpart',
    '',
    `client = Counterpart(api_key=os.environ["COUNTERPART_KEY"], base_url=${JSON.stringify(origin)})`,
    `print(client.${name}${call})`,
  ].join('\n');
}
