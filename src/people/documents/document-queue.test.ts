import { describe, expect, test } from 'vitest';
import { createDocumentQueue } from './document-queue.ts';

describe('documents wait for their turn', () => {
  test('one at a time, and tenants take turns', async () => {
    const queue = createDocumentQueue({ places: 8, longestWaitMs: 10_000 });
    const order: string[] = [];
    let atOnce = 0;
    const read = (tenant: string, name: string) =>
      queue.run(tenant, async () => {
        expect(++atOnce).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(name);
        atOnce--;
      });
    await Promise.all([read('a', 'a1'), read('a', 'a2'), read('a', 'a3'), read('b', 'b1')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('too many are refused, but the first of another tenant has a place', async () => {
    const queue = createDocumentQueue({ places: 2, longestWaitMs: 10_000 });
    const gate = Promise.withResolvers<void>();
    const running = [1, 2].map(() => queue.run('a', () => gate.promise));
    await expect(queue.run('a', async () => {})).rejects.toMatchObject({ code: 'overloaded' });
    const other = queue.run('b', async () => 'read');
    gate.resolve();
    expect(await other).toBe('read');
    await Promise.all(running);
  });

  test('a document that waits too long is refused, and an error ends only its own turn', async () => {
    const queue = createDocumentQueue({ places: 8, longestWaitMs: 20 });
    const gate = Promise.withResolvers<void>();
    const slow = queue.run('a', () => gate.promise);
    await expect(queue.run('a', async () => {})).rejects.toMatchObject({ code: 'overloaded' });
    gate.reject(new Error('broken'));
    await expect(slow).rejects.toThrow('broken');
    expect(await queue.run('a', async () => 'read')).toBe('read');
  });
});
