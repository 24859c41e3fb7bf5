/** Spelling of German. */
import { commonUnits, numberMap, type Spelling, wordSet } from '../spelling.ts';

const ones = 'ein 1 zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9';
const tens =
  'zwanzig 20 dreissig 30 dreißig 30 vierzig 40 funfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90';
/** "fünfunddreißig" is one word. */
const joined = [...numberMap(tens)].flatMap(([ten, value]) =>
  [...numberMap(ones)].map(([one, unit]) => `${one}und${ten} ${value + unit}`),
);

export const german: Spelling = {
  code: 'de',
  numbers: numberMap(
    `${tens} ${joined.join(' ')} zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12 dreizehn 13 vierzehn 14 funfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19`,
  ),
  numberJoints: wordSet('-'),
  scales: { tausend: 1e3, tsd: 1e3, mio: 1e6, million: 1e6, millionen: 1e6, k: 1e3 },
  rangeTo: /^bis$/,
  between: /(?:^| )zwischen$/,
  betweenAnd: /^und$/,
  articles: /^(?:die|den)$/,
  leadingBounds: [
    [/(?:^| )nicht (?:uber|alter als|mehr als|teurer als)$/, 'atMost'],
    [/(?:^| )nicht (?:unter|junger als|weniger als)$/, 'atLeast'],
    [/(?:^| )(?:ab|mindestens|mind|min|wenigstens|minimum)$/, 'atLeast'],
    [/(?:^| )(?:bis|bis zu|maximal|max|hochstens|maximum|limit)$/, 'atMost'],
    [/(?:^| )(?:uber|mehr als|alter als)$/, 'over'],
    [/(?:^| )(?:unter|weniger als|junger als)$/, 'under'],
    [/(?:^| )(?:ca|circa|etwa|um|um die|rund|ungefahr|so um die)$/, 'around'],
  ],
  trailingBounds: [
    [
      /^(?:(?:jahre|jahren|j|euro|eur|€) )?(?:oder|und) (?:mehr|alter|daruber)\b|^aufwarts\b|^plus\b/,
      'atLeast',
    ],
    [
      /^(?:(?:jahre|jahren|j|euro|eur|€) )?(?:(?:oder|und) (?:weniger|junger|darunter)|max|maximal|hochstens)\b/,
      'atMost',
    ],
  ],
  currencies: {
    franken: 'CHF',
    fr: 'CHF',
    sfr: 'CHF',
    pfund: 'GBP',
    dollar: 'USD',
    kronen: 'XXX',
    teuro: 'XXX',
  },
  periodLeads: wordSet('brutto netto pro im je die der das in per a monatlich vb brutto/ uber'),
  periods: {
    monat: 'month',
    mon: 'month',
    mtl: 'month',
    jahr: 'year',
    stunde: 'hour',
    std: 'hour',
    h: 'hour',
    tag: 'day',
    woche: 'week',
  },
  periodAdjectives: {
    monatlich: 'month',
    mtl: 'month',
    monatsgehalt: 'month',
    monatslohn: 'month',
    jahrlich: 'year',
    jahresgehalt: 'year',
    jahresbrutto: 'year',
    stundlich: 'hour',
    stundenlohn: 'hour',
    stundensatz: 'hour',
    tagessatz: 'day',
    wochentlich: 'week',
    bruttomonatsgehalt: 'month',
    bruttojahresgehalt: 'year',
  },
  age: {
    units: /^(?:jahre?|jahren|jahrig\w*|j|jahrchen|lenze)$/,
    notAfter:
      /^(?:(?:lang|als|in|der|im|mit|bei) )*(?:berufs\w*|erfahrung\w*|praxis|verheiratet|zusammen|garantie|gelebt|gearbeitet|beziehung|single|ehe|her|jung(?:er|ere)|alter|alteren?|lang|alten?)\b/,
    before: /(?:^| )(?:ich bin|bin|bin jetzt|alter|werde|bin erst|bin schon|bin junge|bin mittlerweile)$/,
    notBefore:
      /(?:^| )(?:seit|vor|fur|nach|uber|unter|fast|knapp|anfang|mitte|ende|ab|bis|um die|um|ca|in|von|noch|die|meine?|der|als|nur|mit|zwischen|und|vorher|sohn|tochter|kinder)$/,
    genders:
      /^(?:w|m|f|d|nb|frau|mann|weiblich|mannlich|sie|er|witwe|witwer|mutter|vater|madel|kerl|single)$/,
    born: /(?:^| )(?:jahrgang|baujahr|geboren|jg|geb|geburtsjahr)(?: (?:ist|im|am|jahr|jahre)){0,2}$/,
    otherUnits: new RegExp(
      `^(?:${commonUnits}|stunden?|minuten?|tage?|wochen?|monaten?|kinder\\w*|katzen|hunde|prozent|uhr|mal|personen|lander\\w*|quadratmeter|qm|mitarbeiter\\w*|geschwister)\\b`,
    ),
  },
  distanceLead:
    /(?:^| )(?:umkreis|umkreis von|umkreis bis|radius|radius von|maximal|max|hochstens|bis|bis zu|weniger als|nicht mehr als|nicht weiter als)$/,
  notPlaces: wordSet(
    'essen lage halle buch berg wald feld bad singen reise rente form arbeit teilzeit vollzeit deutsch natur sport musik liebe leben haus garten stadt land europa winter sommer mai august zukunft ordnung ruhe verl wedel lohne hamm weiden rahmen norden osten suden westen sofa top neu preis nahe umgebung region raum umkreis erfahrung beziehung ausbildung pflege zell stein weil hof regen wien* hallo minden plan glinde kiel*',
  ),
  contrasts: wordSet('aber sondern jedoch nur doch sonst dafur lieber weil heute jetzt inzwischen'),
  conjunctions: wordSet('und aber oder denn sondern doch sowie weil'),
};
