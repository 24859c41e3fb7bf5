import type { ComposedService } from '../testing/composed-service.ts';

/** A dataset of people that walk a circle of items: enough for a small model. Returns its id. */
export async function importCircle(service: ComposedService): Promise<string> {
  const items = Array.from({ length: 8 }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` }));
  const events = Array.from({ length: 20 }, (_, n) =>
    Array.from({ length: 5 }, (_, step) => ({
      event_id: `e-${n}-${step}`,
      person_id: `p${n}`,
      item_id: `i${(n + step) % 8}`,
      kind: 'view',
      timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, n)).toISOString(),
    })),
  ).flat();
  const accepted = await service.send('datasets', { name: 'circle', items, events }, 'import-of-circle');
  const job = await service.ended(accepted.body.id);
  return (job.result as { dataset: { id: string } }).dataset.id;
}
