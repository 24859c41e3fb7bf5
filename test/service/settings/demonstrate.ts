import { expect, test } from 'vitest';

/** Tests that every setting of a table has an effect, by a demonstration of each. They run in their order. */
export function demonstrate<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  demonstrations: Readonly<Record<Name, () => Promise<void>>>,
): void {
  test('every setting has a demonstration', () => {
    expect(Object.keys(demonstrations).sort()).toEqual(Object.keys(table).sort());
  });

  test.each(Object.entries<() => Promise<void>>(demonstrations))(
    '%s changes what the service does',
    { timeout: 90_000 },
    (_, show) => show(),
  );
}
