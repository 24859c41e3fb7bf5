import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { codeSnippet } from './code-snippet.ts';

const request = {
  user_id: `o'neil "x" $HOME \`id\` \\ é 🦊`,
  domain: 'dating',
  explain: true,
  record: false as const,
  filters: { negotiable: false, age: { gte: 30 }, gender: ['man'] },
};

describe('a run as code', () => {
  it('survives a shell unchanged', () => {
    const snippet = codeSnippet('curl', request, 'http://127.0.0.1:8080');
    const shown = execFileSync('sh', [
      '-c',
      `curl() { for last; do :; done; printf %s "$last"; }\n${snippet}`,
    ]);
    expect(JSON.parse(shown.toString())).toEqual(request);
  });

  it('is TypeScript whose argument is the request', () => {
    const snippet = codeSnippet('typescript', request, 'http://127.0.0.1:8080');
    const argument = /match\.run\(([\s\S]*?)\);\n/.exec(snippet)?.[1] ?? '';
    expect(JSON.parse(argument)).toEqual(request);
  });

  it('is Python with its own names of the truth values', () => {
    const snippet = codeSnippet('python', request, 'http://127.0.0.1:8080');
    expect(snippet).toContain('explain=True,');
    expect(snippet).toContain('record=False,');
    expect(snippet).toContain('"negotiable": False');
    expect(snippet).not.toMatch(/\b(true|false|null)\b/);
  });

  it('never has a key', () => {
    for (const language of ['curl', 'typescript', 'python'] as const)
      expect(codeSnippet(language, request, 'http://x')).not.toContain('cp_');
  });
});
