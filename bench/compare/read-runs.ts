/** Runs of one bench from their files, and what makes their figures hard to compare. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type RunRecord, runRecord } from '../support/run-record.ts';

export function readRun(file: string): RunRecord {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const { data, error } = runRecord.safeParse(content);
  if (data !== undefined) return data;
  const [{ path, message }] = error.issues as [z.core.$ZodIssue];
  throw new Error(
    `${file} is no run of a bench, as bench/results has them: ${path.join('.') || 'the whole'}: ${message}`,
  );
}

/** Throws if the runs are of several benches. */
export function warningsOf(a: readonly RunRecord[], b: readonly RunRecord[]): readonly string[] {
  const runs = [...a, ...b];
  const distinct = (of: (run: RunRecord) => string) => [...new Set(runs.map(of))];
  const benches = distinct(({ bench }) => bench);
  if (benches.length > 1) throw new Error(`the runs are of different benches: ${benches.join(', ')}`);
  const differences = {
    command: distinct(({ command }) => command),
    processor: distinct(({ processor, cores }) => `${processor} × ${cores}`),
    Node: distinct(({ node }) => node),
  };
  const unfinished = runs.filter(({ finished }) => !finished);
  return [
    ...Object.entries(differences)
      .filter(([, values]) => values.length > 1)
      .map(([name, values]) => `the runs differ in ${name}: ${values.join('; ')}`),
    ...(unfinished.length > 0 ? [`${unfinished.length} of the runs failed or did not finish`] : []),
  ];
}
