/**
 * A data folder with one tenant, its key and a number of generated profiles. A complete folder is used again;
 * an incomplete one is deleted and filled from the beginning.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../src/composition/open-encoders.ts';
import { tenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { encoderId } from '../../src/engines/encoders/text-encoder.ts';
import { openWorld } from './generate-people.ts';
import { openBenchIntake } from './open-service.ts';
import { writePeople } from './write-people.ts';

export interface WorldFolder {
  readonly data: string;
  readonly tenant: string;
  readonly key: string;
  readonly rows: number;
}

const NOTE = 'bench-world.json';

export async function worldFolder(data: string, rows: number): Promise<WorldFolder> {
  const note = join(data, NOTE);
  if (existsSync(note)) {
    const made = JSON.parse(readFileSync(note, 'utf8')) as WorldFolder;
    if (made.rows === rows) return { ...made, data };
    throw new Error(`${data} holds ${made.rows} people; name another folder with --data, or delete it`);
  }
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const started = performance.now();
  const made = await setUp(data);
  const { dimension } = (await openEmbedded()).identity;
  const world = openWorld({
    tenant: tenantId(made.tenant),
    definition: shippedDomain('dating')!,
    encoderId: encoderId((await openEmbedded()).identity),
    dimension,
  });
  writePeople(join(data, 'counterpart.sqlite'), rows, world.person, (written) => {
    if (written % 1_000_000 === 0) console.log(`${written} people written`);
  });
  writeFileSync(note, JSON.stringify({ ...made, rows }));
  const seconds = (performance.now() - started) / 1000;
  console.log(`${rows} people written into ${data} in ${seconds.toFixed(0)} s`);
  return { ...made, data, rows };
}

/** A tenant with the dating domain, and its key, made by the service's own code. */
async function setUp(data: string): Promise<Omit<WorldFolder, 'data' | 'rows'>> {
  const intake = await openBenchIntake(data);
  try {
    const { tenantId: tenant } = await intake.accounts.createTenant({
      name: 'bench',
      domains: ['dating'],
      email: 'bench@example.com',
    });
    const { key } = await intake.accounts.createKey(tenant, { rate: 100_000 });
    return { tenant, key };
  } finally {
    await intake.close();
  }
}
