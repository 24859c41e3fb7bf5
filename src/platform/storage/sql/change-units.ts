/**
 * Joins concurrent writes of profiles into one batch, which costs far less a row (figures:
 * docs/design/decisions/store-choices.md). Shown matches are joined, too. The order is kept, and each row of
 * a batch of profiles succeeds or conflicts by itself.
 */
import type { Kysely } from 'kysely';
import type { Answerable, ChangeUnit } from './group-commit.ts';
import { type EncodedMatch, recordAllShown } from './matches/shown-matches.ts';
import type { EncodedWrite } from './people/encode-write.ts';
import { writeProfiles } from './people/write-profiles.ts';
import type { Tables } from './tables.generated.ts';
import { carryOut, type NamedWrite, type WriteName } from './write-operations.ts';

/** Rows of a group; bounds how long one transaction makes others wait. */
export const ROWS_A_GROUP = 2000;

/** About how many rows a change with these arguments writes. */
export function rowsOf(args: readonly unknown[]): number {
  return Math.max(1, ...args.map((argument) => (Array.isArray(argument) ? argument.length : 1)));
}

export interface Change extends Answerable, NamedWrite {}

export function changeUnits(db: Kysely<Tables>, changes: readonly Change[]): readonly ChangeUnit[] {
  const units: ChangeUnit[] = [];
  let joined: Change[] = [];
  const flush = () => {
    if (joined.length > 0) units.push(joining[joined[0]!.name]!(db, joined));
    joined = [];
  };
  for (const change of changes) {
    if (change.name !== joined[0]?.name) flush();
    if (joining[change.name] === undefined) units.push(single(db, change));
    else joined.push(change);
  }
  flush();
  return units;
}

type Join = (db: Kysely<Tables>, changes: readonly Change[]) => ChangeUnit;

/** Successive changes of these kinds are one unit. */
const joining: { readonly [Name in WriteName]?: Join } = {
  writeProfiles: profileWrites,
  recordShown: shownMatches,
};

function single(db: Kysely<Tables>, change: Change): ChangeUnit {
  return {
    changes: [change],
    carryOut: async () => [await carryOut(db, change)],
    split: () => [],
  };
}

function shownMatches(db: Kysely<Tables>, changes: readonly Change[]): ChangeUnit {
  return {
    changes,
    carryOut: async () => {
      await recordAllShown(
        db,
        changes.map(({ args }) => args[0] as EncodedMatch),
      );
      return changes.map(() => undefined);
    },
    split: () => splitOf(db, changes),
  };
}

/** Empty for a unit of one. */
function splitOf(db: Kysely<Tables>, changes: readonly Change[]): readonly ChangeUnit[] {
  return changes.length === 1 ? [] : changes.map((change) => single(db, change));
}

function profileWrites(db: Kysely<Tables>, changes: readonly Change[]): ChangeUnit {
  const batches = changes.map(({ args }) => args[0] as readonly EncodedWrite[]);
  return {
    changes,
    carryOut: async () => {
      const results = await writeProfiles(db, batches.flat());
      const next = results.values();
      return batches.map((batch) => next.take(batch.length).toArray());
    },
    split: () => splitOf(db, changes),
  };
}
