import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import { createFairSlots } from './fair-slots.ts';

const tenants = ['a', 'b', 'c', 'd', 'e'].map((name) => tenantId(`ten_${name}`));
const move = fc.record({ tenant: fc.constantFrom(...tenants), takes: fc.boolean() });
const run = fc.record({
  slots: fc.integer({ min: 1, max: 12 }),
  moves: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ tenant: fc.constantFrom(...tenants), takes: fc.constant(true) }) },
      move,
    ),
    { maxLength: 120 },
  ),
});

const total = (held: ReadonlyMap<TenantId, number>) => held.values().reduce((sum, own) => sum + own, 0);

/** Runs the moves, and passes each result to `look` with the slots held before it. */
function play(
  { slots, moves }: { slots: number; moves: readonly { tenant: TenantId; takes: boolean }[] },
  look: (seen: { held: ReadonlyMap<TenantId, number>; tenant: TenantId; given: boolean }) => void,
): void {
  const shared = createFairSlots(slots);
  const held = new Map<TenantId, number>();
  for (const { tenant, takes } of moves) {
    const own = held.get(tenant) ?? 0;
    if (takes) {
      const given = shared.take(tenant);
      look({ held, tenant, given });
      if (given) held.set(tenant, own + 1);
    } else if (own > 0) {
      shared.leave(tenant);
      if (own === 1) held.delete(tenant);
      else held.set(tenant, own - 1);
    }
    expect(shared.taken).toBe(total(held));
  }
}

test('a tenant below its share is never refused, however many slots others hold', () => {
  fc.assert(
    fc.property(run, (given) =>
      play(given, ({ held, tenant, given: got }) => {
        const sharers = new Set([...held.keys(), tenant]).size;
        const own = held.get(tenant) ?? 0;
        if (own < given.slots / sharers) expect(got).toBe(true);
      }),
    ),
  );
});

test('while a slot is free no tenant is refused, and when none is, a tenant with its share is', () => {
  fc.assert(
    fc.property(run, (given) =>
      play(given, ({ held, tenant, given: got }) => {
        const sharers = new Set([...held.keys(), tenant]).size;
        const own = held.get(tenant) ?? 0;
        if (total(held) < given.slots) expect(got).toBe(true);
        else if (own >= given.slots / sharers) expect(got).toBe(false);
      }),
    ),
  );
});

test('at a full server, the tenant that holds more is never served while the one that holds less is refused', () => {
  fc.assert(
    fc.property(run, fc.constantFrom(...tenants), fc.constantFrom(...tenants), (given, one, other) => {
      const answers = [one, other].map((asking) => {
        let last = { own: 0, given: false };
        play({ ...given, moves: [...given.moves, { tenant: asking, takes: true }] }, (seen) => {
          last = { own: seen.held.get(seen.tenant) ?? 0, given: seen.given };
        });
        return last;
      });
      const [less, more] = answers.sort((a, b) => a.own - b.own);
      // Both hold slots, so both count the same tenants.
      if (less!.own > 0 && more!.given) expect(less!.given).toBe(true);
    }),
  );
});

test('a lone tenant gets exactly all slots', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (slots) => {
      const shared = createFairSlots(slots);
      const given = Array.from({ length: slots + 3 }, () => shared.take(tenants[0]!));
      expect(given.filter(Boolean)).toHaveLength(slots);
    }),
  );
});

test('together they hold no more than slots, plus a half, plus a third, and so on', () => {
  fc.assert(
    fc.property(run, (given) => {
      let most = 0;
      play(given, ({ held, given: got }) => {
        most = Math.max(most, total(held) + (got ? 1 : 0));
      });
      const bound = tenants.reduce((sum, _, at) => sum + Math.ceil(given.slots / (at + 1)), 0);
      expect(most).toBeLessThanOrEqual(bound);
    }),
  );
});
