/** Sample founders and investors: half as fields with soft texts, half as the blurb that they would send. */
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { shortName } from './cities.ts';
import { listed, type PartsRow, readParts } from './read-parts.ts';
import { distinctIds, enumerate, given, type SampleProfile, slug } from './sample-profile.ts';

const founderColumns = [
  'company',
  'city',
  'sectors',
  'stage',
  'model',
  'raise',
  'revenue',
  'growth',
  'team',
  'traction',
  'involvement',
  'does',
  'wants',
] as const;
const investorColumns = [
  'name',
  'kind',
  'city',
  'sectors',
  'stages',
  'models',
  'regions',
  'from',
  'to',
  'leads',
  'involvement',
  'leastRevenue',
  'believes',
  'backs',
] as const;
type Founder = PartsRow<(typeof founderColumns)[number]>;
type Investor = PartsRow<(typeof investorColumns)[number]>;

function label(field: string, value: string): string {
  const definition = shippedDomain('founder-investor')!.fields.find(({ name }) => name === field)!;
  return definition.value_labels?.[value] ?? value.replaceAll('_', ' ');
}

/** The part of the world by country, for the companies of the sample. */
const regionOf: readonly (readonly [region: string, countries: RegExp])[] = [
  ['north_america', /United States|Canada/],
  ['latin_america', /Mexico|Brazil|Colombia|Argentina|Chile/],
  ['uk_ireland', /United Kingdom|Ireland/],
  ['nordics', /Denmark|Iceland|Norway|Sweden|Finland|Estonia|Lithuania/],
  ['eastern_europe', /Poland|Slovenia|Czechia|Croatia|Romania/],
  ['middle_east', /Israel|United Arab Emirates|Egypt|Jordan|Lebanon|Turkey/],
  ['africa', /Kenya|Nigeria|South Africa|Ghana|Rwanda|Uganda/],
  ['south_asia', /Sri Lanka|India/],
  ['southeast_asia', /Singapore|Vietnam|Philippines|Indonesia|Malaysia/],
  ['east_asia', /South Korea|Japan/],
  ['oceania', /Australia/],
];

function homeRegion(city: string): string {
  return regionOf.find(([, countries]) => countries.test(city))?.[0] ?? 'europe';
}

const labels = (field: string, values: readonly string[]) => values.map((value) => label(field, value));

/** 2500 (thousand dollars) -> "$2.5M" */
function dollars(thousands: number): string {
  return thousands >= 1000 ? `$${(thousands / 1000).toLocaleString('en-US')}M` : `$${thousands}k`;
}

function pitch(row: Founder, style: number): string {
  const stage = label('stage', row.stage);
  const models = enumerate(labels('business_model', listed(row.model)));
  const sectors = labels('sectors', listed(row.sectors));
  const revenue = Number(row.revenue);
  const month = Math.round(revenue / 12);
  const earned =
    revenue === 0
      ? 'No revenue yet.'
      : style === 0
        ? `${dollars(revenue)} ARR.`
        : `We make ${dollars(month)} MRR.`;
  const grown = row.growth === '0' ? '' : ` Growing ${row.growth}% month over month.`;
  if (style === 0) {
    return [
      `${row.company} (${row.city})`,
      row.does,
      '',
      `Sector: ${sectors.join(', ')}`,
      `Model: ${models}`,
      `Stage: ${stage}`,
      `Traction: ${earned}${grown}`,
      `Team: ${row.team} people`,
      `Market: ${label('regions', homeRegion(row.city))}`,
      `Raising: ${dollars(Number(row.raise))}`,
      '',
      'Looking for',
      row.wants,
    ].join('\n');
  }
  if (style === 1) {
    return (
      `We are building ${row.company} in ${shortName(row.city)}. ${row.does} ${sectors.join(' / ')}, ${models}. ` +
      `${earned}${grown} We are a team of ${row.team} and are raising ${dollars(Number(row.raise))} at ${stage}. Our market is ${label('regions', homeRegion(row.city))}. ` +
      `Who we look for: ${row.wants.replace(/^./, (letter) => letter.toLowerCase())}`
    );
  }
  return (
    `Founder of ${row.company}, based in ${shortName(row.city)}. ${row.does} It is a ${models} company in ` +
    `${enumerate(sectors)} with ${row.team} people. ${earned}${grown} Our ${stage} round is ${dollars(Number(row.raise))}; we sell in ${label('regions', homeRegion(row.city))}. ` +
    `${row.wants}`
  );
}

function founder(row: Founder, position: number): SampleProfile {
  const random = new SeededRandom(2000 + position);
  const user_id = `founder-${slug(row.company)}`;
  if (position % 2 === 1) return { user_id, context: pitch(row, position % 3) };
  return {
    user_id,
    fields: given({
      role: 'founder',
      stage: [row.stage],
      sectors: listed(row.sectors),
      business_model: listed(row.model),
      raise_amount: Number(row.raise) * 1000,
      arr: Number(row.revenue) * 1000,
      monthly_growth: Number(row.growth),
      team_size: Number(row.team),
      location: row.city,
      regions: [homeRegion(row.city)],
      seeking_lead: /lead is found/.test(row.wants)
        ? false
        : /\blead\b/.test(row.wants)
          ? true
          : random.chance(0.2)
            ? false
            : undefined,
      pitch: `${row.company}: ${row.does}`,
      wants: row.wants,
      traction: row.traction,
      involvement: row.involvement,
    }),
  };
}

const kindWords: Readonly<Record<string, string>> = {
  angel: 'angel investor',
  vc_fund: 'venture fund',
  micro_vc: 'micro VC',
  family_office: 'family office',
  corporate_vc: 'corporate venture arm',
  accelerator: 'accelerator',
  syndicate: 'angel syndicate',
  private_equity: 'private equity firm',
  public_fund: 'public fund',
};

function thesis(row: Investor, style: number): string {
  const alone = row.kind === 'angel';
  const [we, our] = alone ? ['I', 'My'] : ['We', 'Our'];
  const sectors = enumerate(labels('sectors', listed(row.sectors)));
  const stages = enumerate(labels('stage', listed(row.stages)));
  const regions = enumerate(labels('regions', listed(row.regions)));
  const cheque = `${dollars(Number(row.from))} to ${dollars(Number(row.to))}`;
  const leads =
    row.leads === 'yes'
      ? `${we} lead rounds.`
      : `${we} never lead, ${we.toLowerCase().replace('i', 'I')} follow.`;
  const least =
    row.leastRevenue === '0' ? '' : ` ${we} ask for at least ${dollars(Number(row.leastRevenue))} ARR.`;
  const close = {
    hands_on: ` ${we} work closely with founders.`,
    advisory: ` ${we} help with introductions to customers and advise when asked.`,
    hands_off: ` ${we} stay out of the way.`,
  } as Readonly<Record<string, string>>;
  if (style === 0) {
    return (
      `${row.name} is ${/^[aeiou]/.test(kindWords[row.kind]!) ? 'an' : 'a'} ${kindWords[row.kind]} based in ${shortName(row.city)}. ${row.believes} ` +
      `${we} invest in ${sectors}, at ${stages}, in ${regions}. ${our} cheques are ${cheque}. ${leads}${least}${close[row.involvement] ?? ''} ` +
      `Who ${we.toLowerCase().replace('i', 'I')} back: ${row.backs.replace(/^./, (letter) => letter.toLowerCase())}`
    );
  }
  return [
    `${row.name}, ${kindWords[row.kind]}`,
    `Location: ${row.city}`,
    '',
    'Thesis',
    row.believes,
    '',
    `Sectors: ${labels('sectors', listed(row.sectors)).join(', ')}`,
    `Stage: ${labels('stage', listed(row.stages)).join(', ')}`,
    `Geography: ${labels('regions', listed(row.regions)).join(', ')}`,
    `Ticket size: ${cheque}`,
    `${leads}${least}${close[row.involvement] ?? ''}`,
    '',
    `Who ${we.toLowerCase().replace('i', 'I')} back`,
    row.backs,
  ].join('\n');
}

function investor(row: Investor, position: number): SampleProfile {
  const random = new SeededRandom(3000 + position);
  const user_id = `investor-${slug(row.name)}`;
  if (position % 2 === 1) return { user_id, context: thesis(row, position % 4 === 1 ? 0 : 1) };
  const profile = {
    user_id,
    fields: given({
      role: 'investor',
      investor_type: row.kind,
      stage: listed(row.stages),
      sectors: listed(row.sectors),
      business_model: listed(row.models),
      regions: listed(row.regions),
      check_min: Number(row.from) * 1000,
      check_max: Number(row.to) * 1000,
      min_arr: row.leastRevenue === '0' ? undefined : Number(row.leastRevenue) * 1000,
      leads_rounds: row.leads === 'yes',
      location: row.city,
      thesis: `${row.name}: ${row.believes}`,
      wants: row.backs,
      involvement: row.involvement,
    }),
  };
  return random.chance(0.4) ? { ...profile, preferences: { stage: listed(row.stages) } } : profile;
}

export function founderInvestorSamples(): SampleProfile[] {
  return distinctIds([
    ...readParts('founders', founderColumns).map(founder),
    ...readParts('investors', investorColumns).map(investor),
  ]);
}
