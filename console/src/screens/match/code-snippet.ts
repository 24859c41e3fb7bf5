/** A run as code that can be pasted. The key is never part of it. */
import type { MatchRequest } from '../../api/queries.ts';
import type { Language } from '../../parts/code-view.tsx';
import { pythonValue } from '../../parts/python-value.ts';

export function codeSnippet(language: Language, request: MatchRequest, origin: string): string {
  if (language === 'curl') return curl(request, origin);
  return language === 'typescript' ? typescript(request, origin) : python(request, origin);
}

function curl(request: MatchRequest, origin: string): string {
  // Between single quotes a shell leaves everything as it is but the single quote.
  const body = JSON.stringify(request, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -s '${origin}/v1/match' \\`,
    '  -H "Authorization: Bearer $COUNTERPART_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join('\n');
}

function typescript(request: MatchRequest, origin: string): string {
  return [
    "import { Counterpart } from 'counterpart-client';",
    '',
    `const client = new Counterpart({ apiKey: process.env.COUNTERPART_KEY!, baseUrl: ${JSON.stringify(origin)} });`,
    `const { matches } = await client.match.run(${JSON.stringify(request, null, 2)});`,
    'for (const { user_id, score, reasons } of matches) console.log(user_id, score, reasons);',
  ].join('\n');
}

function python(request: MatchRequest, origin: string): string {
  const parameters = Object.entries(request).map(([name, value]) => `    ${name}=${pythonValue(value)},`);
  return [
    'import os',
    'from counterpart import Counterpart',
    '',
    `client = Counterpart(api_key=os.environ["COUNTERPART_KEY"], base_url=${JSON.stringify(origin)})`,
    'result = client.match.run(',
    ...parameters,
    ')',
    'for match in result["matches"]:',
    '    print(match["user_id"], match["score"], match.get("reasons", []))',
  ].join('\n');
}
