import { beforeAll, describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor, type ExplainingExtractor } from '../compile-extractor.ts';

let agents: ExplainingExtractor;
let products: ExplainingExtractor;
let investors: ExplainingExtractor;
let market: ExplainingExtractor;

beforeAll(async () => {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, resolveGiven, populationOf } = await openGazetteer();
  const open = (domain: string) =>
    compileExtractor(
      shippedDomain(domain)!,
      { encoder, resolvePlace, resolveGiven, populationOf },
      { reader: () => null },
    );
  [agents, products] = [await open('agent-to-agent'), await open('product-recommendation')];
  [investors, market] = [await open('founder-investor'), await open('marketplace')];
});

const explain = (extractor: ExplainingExtractor, record: unknown) =>
  extractor.explain(
    typeof record === 'string' ? record : JSON.stringify(record, null, 2),
    Date.parse('2026-06-01'),
  );
const read = async (extractor: ExplainingExtractor, record: unknown) => {
  const { extraction } = await explain(extractor, record);
  return Object.fromEntries(extraction.values.map(({ field, value }) => [field, value]));
};

const card = {
  name: 'Menu guide',
  protocolVersion: '0.3.0',
  defaultInputModes: ['text/plain', 'image/png'],
  defaultOutputModes: ['application/json'],
  preferredTransport: 'JSONRPC',
  securitySchemes: { key: { type: 'apiKey', in: 'header' } },
  skills: [{ id: 'menus', description: 'Translates menus of restaurants', tags: ['translation'] }],
};

describe('a record', () => {
  it('of a known format is read by its keys, media types and schemes', async () => {
    expect(await read(agents, card)).toMatchObject({
      protocols: expect.arrayContaining(['a2a', 'json_rpc']),
      input_modalities: expect.arrayContaining(['text', 'image']),
      output_modalities: expect.arrayContaining(['structured_data']),
      auth: expect.arrayContaining(['api_key']),
      capabilities: expect.arrayContaining(['translation']),
    });
  });

  it('shows the path and the place of each value', async () => {
    const { candidates, extraction } = await explain(agents, card);
    const found = candidates.find(
      (candidate) =>
        candidate.kind === 'value' && candidate.value === 'image' && candidate.finder === 'record',
    )!;
    expect(found.path).toBe('defaultInputModes[1]');
    expect(JSON.stringify(card, null, 2).slice(...found.span)).toBe('image/png');
    expect(extraction.values.find(({ field }) => field === 'protocols')).toBeDefined();
  });

  it('has nothing of what it looks for', async () => {
    const { candidates } = await explain(agents, {
      name: 'Fern',
      auth: 'jwt',
      looking_for: { auth: 'mtls', data_region: 'UK' },
    });
    const ofRecord = candidates.filter(({ finder }) => finder === 'record');
    expect(ofRecord.map((candidate) => candidate.kind === 'value' && candidate.value)).toEqual(['jwt']);
  });

  it('of rows has units, currencies and options by their names', async () => {
    const rows =
      'sku,title,manufacturer,price_eur,Option1 Name,Option1 Value\nA1,Rain coat,Larkfield,100,Color,Navy\n';
    expect(await read(products, rows)).toMatchObject({
      role: 'product',
      brand: 'Larkfield',
      price: 110,
      color: ['navy'],
    });
  });

  it('of one side only tells the side', async () => {
    const found = await read(investors, {
      name: 'Larkfield',
      stages: ['Pre-Seed'],
      chequeMin: 10000,
      chequeMax: 50000,
    });
    expect(found).toMatchObject({
      role: 'investor',
      check_min: 10000,
      check_max: 50000,
      stage: ['pre_seed'],
    });
  });

  it('names a place in several leaves, or from the widest to the narrowest', async () => {
    const car = { title: 'Toyota Corolla', price: 5000, city: 'Santa Ana', state: 'CA', country: 'us' };
    expect((await read(market, car)).location).toBe('Santa Ana, California, United States');
    expect(
      (await read(market, { title: 'Sea Ray boat', price: 9000, location: 'Germany » Hamburg' })).location,
    ).toBe('Hamburg, Germany');
  });

  it.each([
    ['Strandvejen 114A, 2900 Hellerup, Denmark', 'Hellerup, Denmark'],
    ['Italy » Toscana » Toscana', 'Toscana, Italy'],
    ['Germany » AB WERFT', 'Germany'],
    ['Orange County, CA', 'Orange County, California, United States'],
    ['IL, us', 'Illinois, United States'],
    ['Multiple locations, France', 'France'],
    ['n/a, DE', 'Germany'],
    ['561 Alder Street Clifton Springs, NY 14432', 'Clifton Springs, New York, United States'],
  ])('names the place «%s»', async (location, place) => {
    expect((await read(market, { title: 'Sea Ray boat', price: 9000, location })).location).toBe(place);
  });

  it('leaves a place to its prose where that lies in it', async () => {
    const rows =
      'title,price,state,seller\n"Sea Ray boat, to be seen in Phoenix, Arizona",9000,Arizona,privat\n';
    expect(await read(market, rows)).toMatchObject({
      location: 'Phoenix, Arizona, United States',
      seller_type: 'private',
    });
  });

  it('has the parts of the world of its countries', async () => {
    const rows = 'Investor Name,Geography,Check Size,Stages\nLarkfield VC,USA Poland +2,$200k to $2M,Seed\n';
    expect((await read(investors, rows)).regions).toEqual(
      expect.arrayContaining(['north_america', 'eastern_europe']),
    );
    expect((await read(investors, rows)).regions).toHaveLength(2);
  });

  it('has an amount in parts, and no maker in the name of an account', async () => {
    const found = await read(products, {
      name: 'Mug',
      vendor: 'partners-demo',
      price: { currencyCode: 'EUR', units: 8, nanos: 500_000_000 },
    });
    expect(found.price).toBeCloseTo(9.35);
    expect(found.brand).toBeUndefined();
  });
});

describe('labelled lines', () => {
  it('of a form are read as keys', async () => {
    const form =
      'Larkfield backs young companies.\nStage: Seed\nCheque: $1M - $5M\nHQ: United States\nInvests in: Israel, Canada';
    expect(await read(investors, form)).toMatchObject({
      location: 'United States',
      regions: expect.arrayContaining(['middle_east', 'north_america']),
    });
  });

  it.each([
    ['a wish', 'Larkfield.\nLooking for:\nRegion: Kenya\nStage: Seed\nHQ: Nairobi'],
    ['others', 'We rent tents.\n\n## Customers\n\n### Ostro\nStage: Seed\nHQ: Paris\nRegion: Kenya'],
    ['several', 'We rent tents.\n\nOstro:\nHQ: Paris\nRegion: Kenya\n\nFerro:\nHQ: Rome\nRegion: Mali'],
    ['a school', 'We rent tents.\n\n## Education\n\n### Ostro\nCity: Paris\nName: A\nYear: 1'],
  ])('under the head of %s are none', async (_, page) => {
    const { candidates } = await explain(investors, page);
    expect(candidates.filter(({ finder }) => finder === 'record')).toEqual([]);
  });
});
