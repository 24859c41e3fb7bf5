/**
 * A data folder with so many people of the made-up world, made once and used again: `tenant`, key and people. A folder
 * that was not finished is made anew.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../src/composition/open-encoders.ts';
import { openIntake } from '../../src/composition/open-intake.ts';
import { tenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { encoderId } from '../../src/encoders/text-encoder.ts';
import { openWorld } from './generate-people.ts';
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

/** A tenant with the dating domain, and its key, through the service's own rooms. */
async function setUp(data: string): Promise<Omit<WorldFolder, 'data' | 'rows'>> {
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  const intake = await openIntake(settings, { mayBeginSwitch: true, onNotice: () => undefined });
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
