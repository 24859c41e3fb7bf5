/**
 * Any sequence of writes, lazy vectors, outcomes and erasures, through two stores on one database, leaves the
 * people of the plain model. There are two tenants and two domains.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSequence } from '../../contract/brands.ts';
import type { Store } from './store.ts';
import { ModelPeople, type ModelWrite, nameOf, type Place } from './testing/model-people.ts';
import { ALPHA, BETA, sampleContextItem, sampleVector, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

/** Few names, so that steps collide. */
const tenants = [ALPHA, BETA];
const domains = ['dating', 'hiring'];
const users = ['a', '😀'];
const encoders = ['one@1#00000000', 'two@1#00000000'];
const labels = ['accepted', 'rejected'];
const START = changeSequence(0);
/** Added to a revision: one that no row has. */
const NEVER_READ = 1000;

const place = fc.record({
  tenant: fc.constantFrom(ALPHA, ALPHA, ALPHA, BETA),
  domain: fc.constantFrom(...domains),
  userId: fc.constantFrom(...users),
});
const rarely = fc.integer({ min: 0, max: 5 }).map((each) => each === 5);
/** `late`: with a revision that is not the row's. */
const write = fc.record({
  place,
  late: rarely,
  age: fc.integer({ min: 18, max: 99 }),
  hasText: fc.boolean(),
  made: fc.subarray(encoders),
  dropsVector: fc.boolean(),
});
const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      writes: fc.array(write, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lazy' as const),
      place,
      encoder: fc.constantFrom(...encoders),
      late: rarely,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      place,
      candidateId: fc.constantFrom(...users),
      label: fc.constantFrom(...labels),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), place, everywhere: fc.boolean() }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;

describe.each(storesUnderTest)('people of the $name store', ({ open, runs }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.dispose());

  test('are what the model has', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
        await under.empty();
        const model = new ModelPeople();
        for (const [at, step] of steps.entries()) {
          const [expected, found] = await carryOut(
            step,
            at,
            model,
            at % 2 === 0 ? under.store : under.another,
          );
          expect(found, JSON.stringify(step)).toEqual(expected);
        }
        for (const store of [under.store, under.another])
          expect(await stateOf(store)).toEqual(stateOfModel(model));
        expect(await under.store.verify()).toEqual([]);
      }),
      { numRuns: runs(40), interruptAfterTimeLimit: 60_000 },
    );
  });
});

/** The result of the model and the result of the store. */
async function carryOut(
  step: Step,
  at: number,
  model: ModelPeople,
  { profiles, outcomes }: Store,
): Promise<readonly [unknown, unknown]> {
  switch (step.do) {
    case 'write': {
      const writes = step.writes.map((each, n) => modelWrite(each, model, `ctx_${at}_${n}`));
      const found = await profiles.write(writes.map(storeWrite));
      const expected = writes.map((each) => model.write(each));
      await noteRevisions(writes, model, profiles);
      return [expected, found];
    }
    case 'lazy': {
      const { tenant, domain, userId } = step.place;
      const head = domains.find((each) => each !== domain)!;
      const revision = model.revisionOf(step.place) + (step.late ? NEVER_READ : 0);
      const vector = sampleVector(head, { sourceDomain: domain, encoderId: step.encoder });
      return [
        model.putLazy(step.place, head, step.encoder, revision),
        await profiles.putLazyVectors(tenant, userId, [vector], revision),
      ];
    }
    case 'record': {
      const { tenant, domain, userId } = step.place;
      const { candidateId, label } = step;
      const rest = { weight: 1, matchId: null, at: '2026-01-02T03:04:05.678Z' };
      await outcomes.record(tenant, domain, [{ seekerId: userId, candidateId, label, ...rest }]);
      model.record({ ...step.place, candidateId, label });
      return [null, null];
    }
    case 'erase': {
      const { tenant, domain, userId } = step.place;
      const of = step.everywhere ? null : domain;
      const {
        domains: erased,
        records,
        contextItems,
        outcomes: gone,
        vectors,
      } = await profiles.erase(tenant, userId, of);
      return [
        model.erase(tenant, userId, of),
        { domains: erased, records, contextItems, outcomes: gone, vectors },
      ];
    }
    default:
      return step satisfies never;
  }
}

function modelWrite(
  {
    place: where,
    late,
    age,
    hasText,
    made,
    dropsVector,
  }: typeof write extends fc.Arbitrary<infer Of> ? Of : never,
  model: ModelPeople,
  contextId: string,
): ModelWrite {
  const revision = model.revisionOf(where) + (late ? NEVER_READ : 0);
  return { ...where, revision, age, contextId: hasText ? contextId : null, encoders: made, dropsVector };
}

function storeWrite({
  tenant,
  domain,
  userId,
  revision,
  age,
  contextId,
  encoders: made,
  dropsVector,
}: ModelWrite) {
  return sampleWrite(
    userId,
    { tenantId: tenant, domain, revision, fields: { age } },
    {
      contextItems: contextId === null ? [] : [sampleContextItem(contextId)],
      vectors: made.map((encoderId) => sampleVector(domain, { encoderId })),
      dropVectors: dropsVector ? [domain] : [],
    },
  );
}

/** Revisions only grow, and never return after an erasure. */
async function noteRevisions(writes: readonly Place[], model: ModelPeople, profiles: Store['profiles']) {
  for (const each of writes) {
    const row = await profiles.get(each.tenant, each.domain, each.userId);
    if (row === null) continue;
    expect(row.revision).toBeGreaterThanOrEqual(model.revisionOf(each));
    model.noteRevision(each, row.revision);
  }
}

const everywhere: readonly Place[] = tenants.flatMap((tenant) =>
  domains.flatMap((domain) => users.map((userId) => ({ tenant, domain, userId }))),
);

async function stateOf({ profiles, outcomes }: Store): Promise<ReadonlyMap<string, unknown>> {
  const state = new Map<string, unknown>();
  for (const { tenant, domain, userId } of everywhere) {
    const row = await profiles.get(tenant, domain, userId);
    const items = await profiles.contextItems(tenant, domain, userId, 100);
    const vectors = await profiles.vectors(tenant, userId);
    state.set(nameOf(tenant, domain, userId), {
      row: row === null ? null : { age: row.fields.age, revision: row.revision },
      items: items.map(({ contextId }) => contextId).sort(),
      vectors: vectors.map((each) => nameOf(each.domain, each.sourceDomain, each.encoderId)).sort(),
      decided: await Promise.all(
        labels.map(async (label) => [...(await outcomes.decidedBy(tenant, domain, userId, [label]))].sort()),
      ),
    });
  }
  for (const tenant of tenants)
    for (const domain of domains) {
      const changes = await profiles.changesAfter(tenant, domain, START, 100);
      state.set(nameOf(tenant, domain), {
        count: await profiles.count(tenant, domain),
        sequence: await profiles.lastSequence(tenant, domain),
        changes: changes.map(({ sequence, userId, kind }) => ({ sequence, userId, kind })),
      });
    }
  return state;
}

function stateOfModel(model: ModelPeople): ReadonlyMap<string, unknown> {
  const state = new Map<string, unknown>();
  for (const each of everywhere) {
    const row = model.rows.get(nameOf(each.tenant, each.domain, each.userId));
    const vectors = [...model.vectors.values()].filter(
      ({ tenant, userId }) => tenant === each.tenant && userId === each.userId,
    );
    state.set(nameOf(each.tenant, each.domain, each.userId), {
      row: row === undefined ? null : { age: row.age, revision: row.revision },
      items: [...model.contextIds(each)].sort(),
      vectors: vectors.map(({ domain, source, encoder }) => nameOf(domain, source, encoder)).sort(),
      decided: labels.map((label) => model.decidedBy(each, label)),
    });
  }
  for (const tenant of tenants)
    for (const domain of domains) {
      const isHere = (each: Place) => each.tenant === tenant && each.domain === domain;
      const changes = [...model.changes.values()].filter(isHere).sort((a, b) => a.sequence - b.sequence);
      state.set(nameOf(tenant, domain), {
        count: [...model.rows.values()].filter(isHere).length,
        sequence: model.sequenceOf(tenant, domain),
        changes: changes.map(({ sequence, userId, kind }) => ({ sequence, userId, kind })),
      });
    }
  return state;
}
