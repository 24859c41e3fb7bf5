/**
 * A data folder of many tenants with `users` generated profiles each, all different. A complete folder is
 * used again.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../src/composition/open-encoders.ts';
import { type TenantId, tenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { encoderId } from '../../src/engines/encoders/text-encoder.ts';
import { openWorld } from './generate-people.ts';
import { openBenchIntake } from './open-service.ts';
import { writePeople } from './write-people.ts';

interface Made {
  readonly users: number;
  readonly tenants: readonly string[];
}

const NOTE = 'bench-tenants.json';

/** Person n, with the id `worldUserId(n)`, belongs to tenant ⌊n / `users`⌋. */
export async function tenantsFolder(
  data: string,
  tenants: number,
  users: number,
): Promise<readonly TenantId[]> {
  const note = join(data, NOTE);
  if (existsSync(note)) {
    const made = JSON.parse(readFileSync(note, 'utf8')) as Made;
    if (made.users === users && made.tenants.length === tenants) return made.tenants.map(tenantId);
    throw new Error(
      `${data} holds ${made.tenants.length} tenants of ${made.users}; name another folder with --data, or delete it`,
    );
  }
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const ids = await setUp(data, tenants);
  const { identity } = await openEmbedded();
  const world = openWorld({
    tenant: ids[0]!,
    definition: shippedDomain('dating')!,
    encoderId: encoderId(identity),
    dimension: identity.dimension,
  });
  const person = (n: number) => {
    const { row, profileVector } = world.person(n);
    return { row: { ...row, tenantId: ids[Math.floor(n / users)]! }, profileVector };
  };
  writePeople(join(data, 'counterpart.sqlite'), tenants * users, person, (written) => {
    if (written % 250_000 === 0) console.log(`${written} people written`);
  });
  writeFileSync(note, JSON.stringify({ users, tenants: ids } satisfies Made));
  return ids;
}

/**
 * Tenants with the dating domain, made by the service's own code. In key order, so that rows are written in
 * it.
 */
async function setUp(data: string, tenants: number): Promise<readonly TenantId[]> {
  const intake = await openBenchIntake(data);
  try {
    const made: TenantId[] = [];
    for (let n = 0; n < tenants; n++) {
      const name = `bench ${n}`;
      const tenant = { name, domains: ['dating'], email: 'bench@example.com' };
      made.push(tenantId((await intake.accounts.createTenant(tenant)).tenantId));
    }
    return made.sort();
  } finally {
    await intake.close();
  }
}
