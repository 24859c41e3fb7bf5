/** Spelling of Italian. */
import { commonUnits, numberMap, type Spelling, wordSet } from '../spelling.ts';

const ones = 'due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 nove 9';
const tens = 'venti 20 trenta 30 quaranta 40 cinquanta 50 sessanta 60 settanta 70 ottanta 80 novanta 90';
/** "trentacinque" is one word; "trentuno" and "trentotto" lose a vowel. */
const joined = [...numberMap(tens)].flatMap(([ten, value]) => [
  ...[...numberMap(ones)].map(([one, unit]) => `${ten}${one} ${value + unit}`),
  `${ten.slice(0, -1)}uno ${value + 1} ${ten.slice(0, -1)}otto ${value + 8}`,
]);

export const italian: Spelling = {
  code: 'it',
  numbers: numberMap(
    `${tens} ${joined.join(' ')} ${ones} otto 8 dieci 10 undici 11 dodici 12 tredici 13 quattordici 14 quindici 15 sedici 16 diciassette 17 diciotto 18 diciannove 19`,
  ),
  numberJoints: wordSet('-'),
  scales: { mila: 1e3, mille: 1e3, k: 1e3, milione: 1e6, milioni: 1e6 },
  rangeTo: /^(?:a|ai|fino|agli)$/,
  between: /(?:^| )(?:tra|fra)(?: (?:i|gli|le|l))?$/,
  betweenAnd: /^ed?$/,
  articles: /^(?:i|gli|le|l|a|ai)$/,
  leadingBounds: [
    [/(?:^| )(?:non piu di|non oltre|non oltre i)$/, 'atMost'],
    [/(?:^| )(?:non meno di)$/, 'atLeast'],
    [/(?:^| )(?:minimo|almeno|min|a partire da|a partire dai|dai|da)$/, 'atLeast'],
    [/(?:^| )(?:massimo|max|fino a|fino ai|al massimo|non oltre|entro i|tetto)$/, 'atMost'],
    [/(?:^| )(?:piu di|oltre|oltre i|sopra i)$/, 'over'],
    [/(?:^| )(?:meno di|sotto i|sotto|inferiore a)$/, 'under'],
    [/(?:^| )(?:circa|sui|intorno a|intorno ai|attorno ai|verso i|all incirca)$/, 'around'],
  ],
  trailingBounds: [
    [/^(?:(?:anni|euro|eur|€) )?(?:o piu|in su|minimo|almeno|e oltre)\b/, 'atLeast'],
    [/^(?:(?:anni|euro|eur|€) )?(?:o meno|in giu|massimo|max|al massimo)\b/, 'atMost'],
    [/^(?:(?:anni|euro|eur|€) )?circa\b/, 'around'],
  ],
  currencies: { franchi: 'CHF', sterline: 'GBP', dollari: 'USD', euri: 'EUR' },
  periodLeads: wordSet('lordi lordo lorde netti netto nette al all a l ogni di'),
  periods: { mese: 'month', anno: 'year', ora: 'hour', h: 'hour', giorno: 'day', settimana: 'week' },
  periodAdjectives: {
    mensile: 'month',
    mensili: 'month',
    annuo: 'year',
    annui: 'year',
    annuale: 'year',
    annuali: 'year',
    orari: 'hour',
    oraria: 'hour',
    settimanali: 'week',
    giornalieri: 'day',
    ral: 'year',
    allora: 'hour',
    allanno: 'year',
  },
  age: {
    units: /^(?:anni|annetti|anno|enne)$/,
    notAfter:
      /^(?:(?:di|in|come|con|e|nel|nella|d) )*(?:esperienza|sposat\w*|matrimonio|garanzia|carriera|lavoro|attivita|insieme)\b/,
    before: /(?:^| )(?:ho|eta|compiuti|ho compiuto|ho appena compiuto|ho gia)$/,
    notBefore:
      /(?:^| )(?:da|per|quasi|oltre|piu di|meno di|circa|i|miei|in|tra|fra|e|a|di|fino a|con|figlio di|figlia di|come|ogni|fa)$/,
    genders:
      /^(?:f|m|d|u|nb|donna|uomo|ragazza|ragazzo|femmina|maschio|signora|signore|mamma|papa|vedova|vedovo|single)$/,
    born: /(?:^| )(?:nato|nata|nascita|classe)(?: (?:nel|il|a \w+ nel|del))?$/,
    otherUnits: new RegExp(
      `^(?:${commonUnits}|ore|ora|minuti|giorni|settimane|mesi|figli|figlie|bambini|gatti|cani|paesi|volte|persone|per cento|chilometri|metri|dipendenti)\\b`,
    ),
  },
  distanceLead:
    /(?:^| )(?:raggio di|massimo|max|meno di|a meno di|fino a|non piu di|entro|entro i|al massimo a)$/,
  notPlaces: wordSet(
    'la il lo le casa pace maggio marzo agosto vita amore lavoro centro vendita mano buono buona nuova nuovo italia europa stato tavolo salute relazione contatto estate inverno squadra cucina negozio azienda serio generale cassa mare montagna sud nord luce forma linea ottime ottimo sole scala vetrina',
  ),
  contrasts: wordSet('ma pero bensi invece solo soltanto oggi ora adesso attualmente'),
  conjunctions: wordSet('e ed ma o oppure pero quindi'),
};
