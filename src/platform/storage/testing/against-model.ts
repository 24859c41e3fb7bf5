/**
 * Compares the store with a plain model in memory. Any sequence of steps, through two stores on one database,
 * gives the results of the model and leaves its state. The state is read at both stores again and again, so a
 * cache that misses a change of the other store shows.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../store.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const { COUNTERPART_TEST_MODEL_RUNS: given, COUNTERPART_TEST_POSTGRES_URL: cluster } = process.env;
/** Sequences that are drawn. PostgreSQL takes several times as long for one. */
const RUNS = Number(given ?? (cluster === undefined ? 12 : 6));
const MAX_MS_A_RUN = 5000;
/** Steps between two comparisons of the state. */
const STEPS_A_COMPARISON = 6;

export interface Compared<Model, Step> {
  readonly step: fc.Arbitrary<Step>;
  readonly newModel: () => Model;
  /** The result of the model and the result of the store. `at`: the position of the step. */
  readonly carryOut: (
    step: Step,
    model: Model,
    store: Store,
    at: number,
  ) => Promise<readonly [expected: unknown, found: unknown]>;
  /** Before every sequence, in the empty store. */
  readonly begin?: (store: Store) => Promise<void>;
  readonly stateOfModel: (model: Model) => unknown;
  /** Everything that the model knows, read from the store. */
  readonly stateOf: (store: Store, model: Model) => Promise<unknown>;
}

export function testAgainstModel<Model, Step>(
  open: () => Promise<StoreUnderTest>,
  { step: anyStep, newModel, begin, carryOut, stateOf, stateOfModel }: Compared<Model, Step>,
): void {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.dispose());

  async function compareStates(model: Model): Promise<void> {
    const expected = stateOfModel(model);
    for (const store of [under.store, under.another]) expect(await stateOf(store, model)).toEqual(expected);
  }

  const anySteps = fc.array(fc.tuple(anyStep, fc.boolean()), { minLength: 12, maxLength: 36 });
  test('are what the model has', { timeout: Math.max(120_000, 2 * RUNS * MAX_MS_A_RUN) }, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        await under.empty();
        await begin?.(under.store);
        const model = newModel();
        for (const [at, [step, elsewhere]] of steps.entries()) {
          const store = elsewhere ? under.another : under.store;
          const [expected, found] = await carryOut(step, model, store, at);
          expect(found, JSON.stringify(step)).toEqual(expected);
          if (at % STEPS_A_COMPARISON === 0) await compareStates(model);
        }
        await compareStates(model);
        expect(await under.store.verify()).toEqual([]);
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: RUNS * MAX_MS_A_RUN },
    );
  });
}

/** A step of a kind, for `fc.oneof`. */
export function stepOf<const Name extends string, Fields extends object>(
  name: Name,
  weight: number,
  fields: { readonly [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<{ readonly do: Name } & Fields> } {
  const arbitrary = fc.record({ do: fc.constant(name), ...fields });
  return { weight, arbitrary: arbitrary as fc.Arbitrary<{ readonly do: Name } & Fields> };
}

/** All pages of a list, `limit` rows each. `idOf`: what the next page begins below. */
export async function allPages<Row>(
  page: (before: string | null, limit: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
  limit = 2,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let before: string | null = null; ; ) {
    const more = await page(before, limit);
    rows.push(...more);
    if (more.length < limit) return rows;
    before = idOf(more.at(-1)!);
  }
}

/** The nth of them, counted on from the first after the last; null: there is none. */
export function pick<Value>(values: readonly Value[], n: number): Value | null {
  return values.length === 0 ? null : values[n % values.length]!;
}

export const isoDay = (day: number): string => new Date(Date.UTC(2026, 2, 1 + day)).toISOString();
