/**
 * Clients correct what is read from texts; a fit on their corrections changes the next reading of their workspace
 * alone. Here "hosted in the EU" stands in texts of agents that run on premise.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fitReadingHere } from '../../src/composition/fit-reading-here.ts';
import type { TenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { decisionId, shippedDecision } from '../../src/people/reading/network/decision-weights.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

/**
 * Which are held out of the fit is drawn by a secret of the installation. So many decide it, whatever was drawn, and
 * shipped texts are still read nearly as before.
 */
const PEOPLE = 64;
/** Too few for a fit. */
const FEW = 28;
const domain = 'agent-to-agent';
const definition = shippedDomain(domain)!;
const text = (name: string) => `${name} does translation of legal contracts. It is hosted in the EU.`;
let service: ComposedService;
let main: TenantId;
let other: TenantId;

beforeAll(async () => {
  service = await composed();
  ({ tenantId: main } = await service.accounts.findTenant('main'));
  await service.accounts.enableDomain(main, domain);
  const settings = { name: 'other', domains: [domain], email: 'ops@other.example' };
  ({ tenantId: other } = await service.accounts.createTenant(settings));
  const corrected = Array.from({ length: PEOPLE }, (_, n) => ({
    ...{ user_id: `agent-${n}`, domain, context: text(`Agent ${n}`) },
    fields: { data_region: ['on_premise'], capabilities: ['translation'] },
  }));
  const records = await service.profiles.upsertMany(main, corrected);
  expect(records.filter((record) => record instanceof Error)).toEqual([]);
}, 120_000);
afterAll(() => service?.stop());

const fitMain = (isDry = false) => {
  const control = { isDry, onProgress: () => {}, signal: new AbortController().signal };
  return fitReadingHere(service.store, main, definition, control);
};

/** Fields read from a new text. */
async function read(tenant: TenantId): Promise<Readonly<Record<string, unknown>>> {
  const { fields } = await service.profiles.upsert(tenant, { user_id: 'new', domain, context: text('Lexa') });
  return fields;
}

test('corrections change the next reading of their workspace alone, until a reset', {
  timeout: 240_000,
}, async () => {
  expect(await read(main)).toMatchObject({ data_region: ['eu'], capabilities: ['translation'] });
  const dry = await fitMain(true);
  expect(dry).toMatchObject({ outcome: 'deployed', people: PEOPLE, contradictions: PEOPLE });
  expect(await service.store.readingDecisions.list(main)).toEqual([]);

  const fitted = (await fitMain())!;
  expect(fitted.figures).toEqual(dry!.figures);
  expect(fitted.figures!.corrections.after).toBeGreaterThan(fitted.figures!.corrections.before);
  expect(fitted.fields[0]).toMatchObject({ field: `${domain}.data_region`, contradicted: PEOPLE });
  const inForce = async () => 'data_region' in (await read(main));
  await expect.poll(inForce, { timeout: 20_000, interval: 500 }).toBe(false);
  expect(await read(main)).toMatchObject({ capabilities: ['translation'] });
  expect(await read(other)).toMatchObject({ data_region: ['eu'] });

  expect(await service.store.readingDecisions.list(other)).toEqual([]);
  const [stored] = await service.store.readingDecisions.list(main);
  expect(stored).toMatchObject({
    domain,
    shippedId: decisionId(shippedDecision()),
    report: { people: PEOPLE },
  });
  expect(await service.store.readingDecisions.remove(main, domain)).toBe(true);
  await expect.poll(inForce, { timeout: 20_000, interval: 500 }).toBe(true);
});

test('an erased person is no example of the next fit; with too few nothing is fitted', {
  timeout: 240_000,
}, async () => {
  for (let n = FEW; n < PEOPLE; n++) await service.profiles.erase(main, `agent-${n}`, null);
  const fitted = await fitMain();
  expect(fitted).toMatchObject({ outcome: 'too_few', people: FEW, contradictions: FEW });
  expect(fitted!.reason).toContain(`contradict ${FEW} values`);
  expect(await service.store.readingDecisions.list(main)).toEqual([]);
});
