/**
 * Countries and regions. A name beside a city ("Austin, TX", "Munich, Bavaria") tells where the city lies.
 * Country names in several languages come from the platform's own tables (Intl).
 */
import { foldPlaceName } from './fold-place-name.ts';

/** `admin` null: anywhere in the country. */
export interface Region {
  readonly country: string;
  readonly admin: string | null;
}

const usStates =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming';
/** GeoNames code, postal code, name. */
const canadianProvinces =
  '01 AB Alberta|02 BC British Columbia|03 MB Manitoba|04 NB New Brunswick|05 NL Newfoundland and Labrador|07 NS Nova Scotia|08 ON Ontario|09 PE Prince Edward Island|10 QC Quebec|11 SK Saskatchewan|12 YT Yukon|13 NT Northwest Territories|14 NU Nunavut';
const australianStates =
  '01 ACT Australian Capital Territory|02 NSW New South Wales|03 NT Northern Territory|04 QLD Queensland|05 SA South Australia|06 TAS Tasmania|07 VIC Victoria|08 WA Western Australia';
const britishNations = 'ENG England|SCT Scotland|WLS Wales|NIR Northern Ireland';

const statesOf = (country: string, table: string) =>
  table.split('|').map((line) => {
    const [admin = '', ...rest] = line.split(' ');
    const code = /^\d/.test(admin) ? rest.shift()! : admin;
    return { country, admin, code, name: rest.join(' ') };
  });
const states = [
  ...statesOf('US', usStates),
  ...statesOf('CA', canadianProvinces),
  ...statesOf('AU', australianStates),
  ...statesOf('GB', britishNations),
];

/** Regions that people write beside a city; the country alone settles it. */
const regionsByCountry: Readonly<Record<string, string>> = {
  DE: 'Bavaria|Bayern|Baden-Württemberg|Hesse|Hessen|Saxony|Sachsen|Lower Saxony|Niedersachsen|North Rhine-Westphalia|Nordrhein-Westfalen|NRW|Rhineland-Palatinate|Schleswig-Holstein|Brandenburg|Thuringia|Saarland',
  ES: 'Catalonia|Catalunya|Cataluña|Andalusia|Andalucía|Basque Country|País Vasco|Galicia|Comunidad Valenciana|Aragon|Castile and León|Canary Islands|Balearic Islands|Mallorca|Majorca|Asturias|Extremadura',
  IT: 'Lombardy|Lombardia|Tuscany|Toscana|Lazio|Veneto|Piedmont|Piemonte|Campania|Sicily|Sicilia|Sardinia|Emilia-Romagna|Liguria|Apulia|Puglia|Calabria|Umbria',
  FR: 'Île-de-France|Provence|PACA|Brittany|Bretagne|Normandy|Normandie|Occitanie|Nouvelle-Aquitaine|Auvergne-Rhône-Alpes|Alsace|Grand Est|Hauts-de-France|Pays de la Loire|Burgundy|Corsica',
  IN: 'Maharashtra|Karnataka|Tamil Nadu|Telangana|Kerala|Gujarat|Rajasthan|West Bengal|Uttar Pradesh|Madhya Pradesh|Punjab|Haryana|Andhra Pradesh|Bihar|Odisha|Assam|Goa',
  BR: 'Rio Grande do Sul|Minas Gerais|Bahia|Paraná|Santa Catarina|Pernambuco|Ceará|SP|RJ|MG',
  NL: 'North Holland|Noord-Holland|South Holland|Zuid-Holland|North Brabant|Noord-Brabant|Gelderland|Friesland|Zeeland|Holland',
  GB: 'Yorkshire|West Yorkshire|South Yorkshire|North Yorkshire|Greater Manchester|Merseyside|West Midlands|Kent|Surrey|Essex|Sussex|East Sussex|West Sussex|Devon|Cornwall|Somerset|Dorset|Hampshire|Norfolk|Suffolk|Cambridgeshire|Oxfordshire|Cheshire|Lancashire|Cumbria|Northumberland|Tyne and Wear|Hertfordshire|Berkshire|Buckinghamshire|Greater London|Fife|Lothian|Bedfordshire|Leicestershire|Nottinghamshire|Derbyshire|Lincolnshire|Staffordshire|Warwickshire|Worcestershire|Gloucestershire|Wiltshire|Shropshire|Herefordshire|Northamptonshire|Rutland|County Durham|Isle of Wight|Middlesex|Argyll and Bute|Aberdeenshire|Ayrshire|Lanarkshire|Perthshire|Rhondda Cynon Taf|Gwynedd|Powys|Ceredigion|Pembrokeshire|Carmarthenshire|County Antrim|County Down',
  IE: 'Leinster|Munster|Connacht|Co Dublin|Co Cork|Co Galway|County Dublin|County Cork',
  ZA: 'Gauteng|Western Cape|Eastern Cape|KwaZulu-Natal|Free State|Limpopo|Mpumalanga',
  MX: 'Jalisco|Nuevo León|Yucatán|Quintana Roo|Oaxaca|Baja California|Guanajuato|Sonora|Chiapas',
  NZ: 'North Island|South Island|Canterbury|Otago|Waikato',
  CH: 'Ticino|Vaud|Valais|Graubünden',
  BE: 'Flanders|Wallonia',
  JP: 'Hokkaido|Okinawa|Kanagawa|Aichi|Honshu|Kyushu',
  AT: 'Tyrol|Tirol|Styria|Carinthia|Upper Austria|Lower Austria',
};

const countryAliases: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  'the uk': 'GB',
  'united kingdom': 'GB',
  usa: 'US',
  us: 'US',
  'u s a': 'US',
  'united states of america': 'US',
  america: 'US',
  'the us': 'US',
  'the states': 'US',
  uae: 'AE',
  emirates: 'AE',
  holland: 'NL',
  'the netherlands': 'NL',
  czechia: 'CZ',
  'czech republic': 'CZ',
  turkey: 'TR',
  turkiye: 'TR',
  'south korea': 'KR',
  korea: 'KR',
  'north korea': 'KP',
  russia: 'RU',
  vietnam: 'VN',
  'ivory coast': 'CI',
  burma: 'MM',
  myanmar: 'MM',
  aotearoa: 'NZ',
  nz: 'NZ',
  'republic of ireland': 'IE',
  eire: 'IE',
  macedonia: 'MK',
  'cape verde': 'CV',
  swaziland: 'SZ',
  palestine: 'PS',
  'hong kong': 'HK',
  'the philippines': 'PH',
  drc: 'CD',
  congo: 'CG',
  prc: 'CN',
  bosnia: 'BA',
  trinidad: 'TT',
};

/** Languages in which country names are understood. */
const languages = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl'] as const;

/** Countries with cities that are usually written with their region. */
const shownRegions = new Set(['US', 'CA', 'AU']);
/** … but not where the city's name has it: Washington, D.C. */
const DISTRICT_OF_COLUMBIA = 'DC';

let english: Intl.DisplayNames | undefined;

/** The platform's English name of a country; undefined: no country has the code. */
function englishName(code: string): string | undefined {
  english ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return english.of(code);
}

/** Where the platform's own name is no name that people use. */
const shortNames: Readonly<Record<string, string>> = { HK: 'Hong Kong', MO: 'Macao' };

export function countryName(code: string): string {
  return shortNames[code] ?? englishName(code) ?? code;
}

/** "Texas" for US cities, likewise Canada and Australia; null where only the country is shown. */
export function shownRegion(country: string, admin: string): string | null {
  return shownRegions.has(country) && admin !== DISTRICT_OF_COLUMBIA
    ? (tables().stateNames.get(`${country}/${admin}`) ?? null)
    : null;
}

/** All meanings of a name or code beside a city: "CA" is California and Canada. Empty for unknown names. */
export function regionsNamed(name: string): readonly Region[] {
  return tables().meanings.get(foldPlaceName(name)) ?? [];
}

/** A country or region by its full name, not by a code. */
export function isRegionName(name: string): boolean {
  const folded = foldPlaceName(name);
  return folded.length > 3 ? tables().meanings.has(folded) : folded in countryAliases;
}

/** The name of a country, or a short form of it; not a code of two letters alone. */
export function isCountryName(name: string): boolean {
  return tables().countryNames.has(foldPlaceName(name));
}

/** The code in force for a former one: DD is DE, UK is GB. */
const inForce = (code: string) => new Intl.Locale('und', { region: code }).region ?? code;

/** "Georgia, US" is "Georgia, United States"; "IL" in the United States is Illinois. null: it has no such state. */
export function stateInCountry(written: string, country: string): string | null {
  const codes = new Set(
    regionsNamed(country).flatMap(({ country, admin }) => (admin === null ? country : [])),
  );
  const state = regionsNamed(written).find((region) => region.admin !== null && codes.has(region.country));
  return state === undefined ? null : stateWithCountry(state);
}

/** null: the region is a country. */
function stateWithCountry({ country, admin }: Region): string | null {
  const state = tables().stateNames.get(`${country}/${admin}`);
  return state === undefined ? null : `${state}, ${countryName(country)}`;
}

/**
 * The whole name of a country or state, with its country or alone: "oklahoma" is "Oklahoma, United States".
 * null: several have the name, or it is a region of another country.
 */
export function nameOfRegion(written: string): string | null {
  const comma = written.lastIndexOf(',');
  if (comma >= 0) return stateInCountry(written.slice(0, comma), written.slice(comma + 1));
  const all = regionsNamed(written);
  const countries = new Set(all.flatMap(({ country, admin }) => (admin === null ? [inForce(country)] : [])));
  const [country] = countries;
  if (isCountryName(written) && country !== undefined)
    return countries.size === 1 ? countryName(country) : null;
  const [only, ...others] = all;
  return only === undefined || others.length > 0 ? null : stateWithCountry(only);
}

/** "Clark County, NV" is "Clark County, Nevada, United States"; null: the text is no county in a US state. */
export function countyNamed(written: string): string | null {
  const found =
    /^(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}) (County|Parish),\s*(\p{L}[\p{L}. ]*)$/u.exec(
      written.replace(/\s+/g, ' ').trim(),
    );
  if (found === null) return null;
  const [, name, kind, state] = found;
  const whole = stateInCountry(state!, 'US');
  return whole && `${name} ${kind}, ${whole}`;
}

export function countryCodes(): readonly string[] {
  return tables().codes;
}

/** Whether the folded name or code of a country or region begins with the word. */
export function mayBeginRegion(word: string): boolean {
  return tables().firstWords.has(word);
}

/** Whether a name means the country or state although a city has it too: Mexico, Georgia, Victoria. */
export function isForemostRegion(name: string): boolean {
  const folded = foldPlaceName(name);
  return folded in countryAliases || tables().foremost.has(folded);
}

interface RegionTables {
  /** Meanings of a folded name or code. */
  readonly meanings: ReadonlyMap<string, readonly Region[]>;
  /** Names of states by "US/TX". */
  readonly stateNames: ReadonlyMap<string, string>;
  readonly foremost: ReadonlySet<string>;
  readonly countryNames: ReadonlySet<string>;
  readonly codes: readonly string[];
  readonly firstWords: ReadonlySet<string>;
}

let made: RegionTables | undefined;

/** Made with the first use, because most processes and threads read no place. */
function tables(): RegionTables {
  made ??= makeTables();
  return made;
}

const assignedCodes = () =>
  Array.from({ length: 26 * 26 }, (_, n) =>
    String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)),
  ).filter((code) => englishName(code) !== undefined && !['EU', 'UN', 'EZ'].includes(code));

function makeTables(): RegionTables {
  const meanings = new Map<string, Region[]>();
  const stateNames = new Map<string, string>();
  const codes = assignedCodes();
  const foremost = new Set(codes.map((code) => foldPlaceName(countryName(code))));
  const countryNames = new Set(foremost);
  const add = (name: string, country: string, admin: string | null = null) => {
    const folded = foldPlaceName(name);
    const known = meanings.get(folded) ?? [];
    if (!known.some((region) => region.country === country && region.admin === admin))
      known.push({ country, admin });
    meanings.set(folded, known);
  };
  for (const code of codes) add(code, code);
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = names.of(code) ?? code;
      add(name, code);
      if (name !== code) countryNames.add(foldPlaceName(name));
    }
  }
  for (const [alias, code] of Object.entries(countryAliases)) {
    add(alias, code);
    countryNames.add(alias);
  }
  for (const { country, admin, code, name } of states) {
    add(code, country, admin);
    add(name, country, admin);
    foremost.add(foldPlaceName(name));
    stateNames.set(`${country}/${admin}`, name);
  }
  for (const admin of ['WA', 'NY']) add(`${stateNames.get(`US/${admin}`)} State`, 'US', admin);
  for (const [country, names] of Object.entries(regionsByCountry))
    for (const name of names.split('|')) add(name, country);
  const firstWords = new Set([...meanings.keys()].map((name) => name.split(' ', 1)[0]!));
  return { meanings, stateNames, foremost, countryNames, codes, firstWords };
}
