import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Checkpoint, CheckpointFile } from './checkpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'checkpoint-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (row: number): Checkpoint => ({
  file: 'people.ndjson',
  row,
  imported: row,
  rejected: 0,
  rejects_bytes: 0,
});

it('keeps checkpoints that follow each other closely until they are flushed', () => {
  let nowMs = 5;
  const file = new CheckpointFile(folder, 'close', () => nowMs);
  file.write(at(256));
  expect(file.read()).toEqual(at(256));
  file.write(at(512));
  file.write(at(768));
  expect(file.read()).toEqual(at(256));
  file.flush();
  expect(file.read()).toEqual(at(768));
  nowMs += 1000;
  file.write(at(1024));
  expect(file.read()).toEqual(at(1024));
});

it('writes nothing after the import has ended', () => {
  const file = new CheckpointFile(folder, 'ended', () => 0);
  file.write(at(1));
  file.write(at(2));
  file.remove();
  file.flush();
  expect(file.read()).toBeNull();
});
