/** Fits in this process, and says on standard error how far it is. Ctrl-C stops it; nothing is changed then. */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ReadingFit } from '../../../people/profiles/corrections/fit-reading.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { untilInterrupted } from '../until-interrupted.ts';

const LINE_EVERY_MS = 5000;

export async function fitInForeground(
  actions: CliActions,
  { store }: StoreAndAccounts,
  tenant: TenantId,
  definition: DomainDefinition,
  isDry: boolean,
): Promise<ReadingFit | null | 'stopped'> {
  let nextMs = performance.now() + LINE_EVERY_MS;
  const onProgress = (people: number, all: number) => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + LINE_EVERY_MS;
    process.stderr.write(`${definition.domain}: texts of ${people} of ${all} people read\n`);
  };
  return untilInterrupted(async (signal) => {
    try {
      return await actions.fitReading(store, tenant, definition, { isDry, onProgress, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      process.stderr.write(`Stopped; texts of ${definition.domain} are read as before.\n`);
      process.exitCode = 130;
      return 'stopped';
    }
  });
}
