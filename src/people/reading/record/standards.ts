/** The tables of `standards.yaml`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readYaml } from '../../../domains/read-yaml.ts';
import { keyWords, writtenWords } from './key-words.ts';

const Words = z.array(z.string());
const Sign = { standard: z.string(), keys: Words.optional(), type: z.string().optional(), says: z.string() };
const Tables = z.strictObject({
  keys: z.array(z.strictObject({ standard: z.string(), says: z.record(z.string(), Words) })),
  generic: Words,
  wishes: Words,
  others: Words,
  stations: Words,
  currency: Words,
  period: Words,
  values: z.array(z.strictObject({ standard: z.string(), says: z.record(z.string(), z.string()) })),
  parts_of_world: z.array(z.strictObject({ standard: z.string(), says: z.record(z.string(), Words) })),
  signatures: z.array(z.strictObject({ ...Sign, field: z.string() })),
  sides: z.array(z.strictObject(Sign)),
});

/** `rank`: among several keys for the same, the first ones count. */
interface OtherWords {
  readonly word: string;
  readonly rank: number;
}

export interface Standards {
  /** Words of a key as they are written -> other words for it. */
  readonly keys: ReadonlyMap<string, readonly OtherWords[]>;
  readonly generic: ReadonlySet<string>;
  readonly wishes: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly stations: ReadonlySet<string>;
  readonly currency: ReadonlySet<string>;
  readonly period: ReadonlySet<string>;
  readonly signatures: z.infer<typeof Tables>['signatures'];
  readonly sides: z.infer<typeof Tables>['sides'];
  /** The part of the world of a country, by its ISO 3166-1 code; null: the table has none. */
  partOfWorld(code: string): string | null;
  /** null: no standard has the value. */
  plainValue(written: string): string | null;
}

let read: Standards | undefined;

export function standards(): Standards {
  read ??= readStandards();
  return read;
}

function readStandards(): Standards {
  const source = readFileSync(new URL('standards.yaml', import.meta.url), 'utf8');
  const tables = readYaml(source, Tables, 'standards.yaml');
  const keys = new Map<string, OtherWords[]>();
  for (const { says } of tables.keys)
    for (const [word, others] of Object.entries(says))
      for (const [rank, other] of others.entries()) {
        const phrase = writtenWords(other);
        keys.set(phrase, [...(keys.get(phrase) ?? []), { word: keyWords(word), rank }]);
      }
  const values = new Map(tables.values.flatMap(({ says }) => Object.entries(says)));
  const parts = new Map(
    tables.parts_of_world.flatMap(({ says }) =>
      Object.entries(says).flatMap(([part, codes]) => codes.map((code) => [code, part] as const)),
    ),
  );
  const set = (words: readonly string[]) => new Set(words.map(keyWords));
  return {
    keys,
    generic: set(tables.generic),
    wishes: set(tables.wishes),
    others: set(tables.others),
    stations: set(tables.stations),
    currency: set(tables.currency),
    period: set(tables.period),
    signatures: tables.signatures,
    sides: tables.sides,
    partOfWorld: (code) => parts.get(code) ?? null,
    plainValue: (written) => {
      const value = written.trim().toLowerCase();
      const name = value.replace(/^https?:\/\/schema\.org\//, '');
      return values.get(name) ?? values.get(value.replace(/\/.*$/, '/*')) ?? null;
    },
  };
}
