/** Documents in batches: what is refused, and that an interrupted import goes on. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TenantId } from '../../../../contract/brands.ts';
import type { UserRecord } from '../../../../contract/user.ts';
import type { UpsertCall } from '../../../../people/profiles/profile-service.ts';
import { CheckpointFile } from '../checkpoint.ts';
import { RejectsFile } from '../rejects-file.ts';
import { documentFiles } from './document-files.ts';
import { idOfName } from './id-of-name.ts';
import { type DocumentsRun, runDocuments } from './run-documents.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'documents-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `stopping`: aborted with the first batch. */
function runOf(stored: UpsertCall[], stopping?: AbortController, kept: string[] = []): DocumentsRun {
  const checkpoints = new CheckpointFile(folder, 'same');
  const from = checkpoints.read();
  return {
    files: documentFiles([join(folder, 'cvs')], idOfName()),
    reader: { read: async (_, { bytes }) => ({ format: 'text', text: String(bytes), dropped: {} }) },
    profiles: {
      upsertMany: async (_, requests) => {
        stored.push(...requests);
        stopping?.abort();
        return requests.map(() => ({}) as UserRecord);
      },
    },
    keep: async (_, { userId }) => kept.push(userId) > 0,
    ...{ maxBytes: 100, tenant: 'ten_a' as TenantId, domain: 'hiring', reading: 'fast', repeated: 'refuse' },
    ...{ from, checkpoints, signal: stopping?.signal ?? new AbortController().signal },
    rejects: new RejectsFile(join(folder, 'rejects'), from?.rejects_bytes ?? 0),
    progress: { show: () => {}, end: () => {} },
  };
}

function write(files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, 'cvs'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'cvs', name), text);
}

test('too large ones, repeated ids and bad ids are rejected with the reason', async () => {
  write({ 'a.md': 'one', 'a.txt': 'two', 'b.txt': 'x'.repeat(101), '.txt': 'three', 'ignored.png': 'no' });
  const stored: UpsertCall[] = [];
  const kept: string[] = [];
  const result = await runDocuments(runOf(stored, undefined, kept));
  expect(kept).toEqual(['a']);
  expect(result).toMatchObject({ imported: 1, rejected: 3, finished: true });
  expect(stored).toMatchObject([{ user_id: 'a', domain: 'hiring', context: 'one' }]);
  const rejects = readFileSync(join(folder, 'rejects'), 'utf8').trim().split('\n');
  const reasons = rejects.map((line) => (JSON.parse(line) as { reason: string }).reason);
  expect(reasons).toEqual([
    expect.stringContaining('user_id'),
    'its id is that of a.md; say --repeated replace or merge',
    'it has 101 bytes; 100 are the most',
  ]);
});

test('an interrupted import goes on behind its last document', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${String(at).padStart(2, '0')}`);
  write(Object.fromEntries(names.map((name) => [`${name}.txt`, name])));
  const stored: UpsertCall[] = [];
  const first = await runDocuments(runOf(stored, new AbortController()));
  expect(first).toMatchObject({ imported: 16, finished: false });
  const second = await runDocuments(runOf(stored));
  expect(second).toMatchObject({ imported: 20, documentsThisRun: 4, finished: true });
  expect(stored.map((each) => each.user_id)).toEqual(names);
});

test('an id is what a pattern finds in the name', () => {
  expect(['cv_17_ana.pdf', 'other.pdf'].map(idOfName('cv_(\\d+)_'))).toEqual(['17', '']);
  expect(idOfName()('ana.silva.pdf')).toBe('ana.silva');
});
