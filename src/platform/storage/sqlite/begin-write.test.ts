import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginWrite } from './begin-write.ts';
import { isBusy } from './sqlite-errors.ts';

let folder: string;
const opened: DatabaseSync[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-begin-'));
});
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'data.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0; create table if not exists t (n int)');
  opened.push(database);
  return database;
}

/** `database`, before whose nth attempt to begin `act` runs. */
function atAttempt(database: DatabaseSync, nth: number, act: () => void): Pick<DatabaseSync, 'exec'> {
  let attempts = 0;
  return {
    exec: (statement) => {
      attempts += 1;
      if (attempts === nth) act();
      database.exec(statement);
    },
  };
}

it('looks again until the other write has ended', () => {
  const [other, own] = [open(), open()];
  other.exec('BEGIN IMMEDIATE; insert into t values (1)');
  beginWrite(
    atAttempt(own, 4, () => other.exec('COMMIT')),
    60_000,
  );
  expect(own.isTransaction).toBe(true);
  expect(own.prepare('select n from t').get()).toEqual({ n: 1 });
});

it('gives up with the error of SQLite, and has begun nothing', () => {
  const [other, own] = [open(), open()];
  other.exec('BEGIN IMMEDIATE');
  expect(() => beginWrite(own, 5)).toThrow('database is locked');
  expect(own.isTransaction).toBe(false);
});

it('does not wait where the error is another one', () => {
  const own = open();
  own.exec('BEGIN IMMEDIATE');
  let attempts = 0;
  const counted = atAttempt(own, 2, () => {
    attempts += 1;
  });
  expect(() => beginWrite(counted, 60_000)).toThrow('within a transaction');
  expect(attempts).toBe(0);
});

it('tells the lock of another connection from other errors', () => {
  const [other, own] = [open(), open()];
  other.exec('BEGIN IMMEDIATE');
  const errorOf = (statement: string) => {
    try {
      own.exec(statement);
      return null;
    } catch (error) {
      return error;
    }
  };
  expect(isBusy(errorOf('BEGIN IMMEDIATE'))).toBe(true);
  expect(isBusy(errorOf('no statement'))).toBe(false);
});
