/** Two test sets of text encoders: sentence pairs with a score of their similarity, and profile triples. */
import { readFile } from 'node:fs/promises';
import { cosine } from '../../src/platform/numeric/vectors.ts';
import { spearman } from './spearman.ts';

export type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

export interface ScoredPairs {
  readonly scores: readonly number[];
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** STS-B's form: tab-separated, no header; score in column 5, sentences in 6 and 7. */
export async function readScoredPairs(path: string): Promise<ScoredPairs> {
  const rows = (await readFile(path, 'utf8')).split(/\r?\n/).filter((line) => line !== '');
  const cells = rows.map((line) => line.split('\t'));
  const bad = cells.findIndex((row) => row.length < 7 || !Number.isFinite(Number(row[4] || 'no')));
  if (bad >= 0)
    throw new Error(`${path}, line ${bad + 1}: expected a score in column 5 and sentences in 6 and 7`);
  return {
    scores: cells.map((row) => Number(row[4])),
    first: cells.map((row) => row[5]!),
    second: cells.map((row) => row[6]!),
  };
}

/** Spearman correlation of the vectors' cosines with the scores. */
export async function correlatePairs(encode: Encode, pairs: ScoredPairs): Promise<number> {
  const first = await encode(pairs.first);
  const second = await encode(pairs.second);
  return spearman(
    first.map((vector, i) => similarity(vector, second[i]!)),
    pairs.scores,
  );
}

export interface Triple {
  readonly domain: string;
  readonly kind: string;
  readonly profile: string;
  readonly nearer: string;
  readonly farther: string;
}

export async function readTriples(path: URL): Promise<readonly Triple[]> {
  const [, ...rows] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return rows.map((row) => {
    const [domain, kind, profile, nearer, farther] = row.split('\t') as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { domain, kind, profile, nearer, farther };
  });
}

/** For each triple, whether the profile's vector is nearer to `nearer` than to `farther`. */
export async function checkTriples(encode: Encode, triples: readonly Triple[]): Promise<readonly boolean[]> {
  const profiles = await encode(triples.map(({ profile }) => profile));
  const nearer = await encode(triples.map((triple) => triple.nearer));
  const farther = await encode(triples.map((triple) => triple.farther));
  return profiles.map((profile, i) => similarity(profile, nearer[i]!) > similarity(profile, farther[i]!));
}

/** 0 where a vector is zero, as for a text without a known word. */
function similarity(a: Float32Array, b: Float32Array): number {
  return cosine(a, b) || 0;
}
