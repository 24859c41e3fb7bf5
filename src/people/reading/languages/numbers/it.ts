/** Numbers in Italian. */
import { boundPhrases, numberWords } from '../number-words.ts';
import { byWord, numberMap, phraseSet, wordSet } from '../word-lists.ts';

const ones = 'due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 nove 9';
const tens = 'venti 20 trenta 30 quaranta 40 cinquanta 50 sessanta 60 settanta 70 ottanta 80 novanta 90';
/** "trentacinque" is one word; "trentuno" and "trentotto" lose a vowel. */
const joined = [...numberMap(tens)].flatMap(([ten, value]) => [
  ...[...numberMap(ones)].map(([one, unit]) => `${ten}${one} ${value + unit}`),
  `${ten.slice(0, -1)}uno ${value + 1} ${ten.slice(0, -1)}otto ${value + 8}`,
]);

export const italianNumbers = numberWords({
  numbers: numberMap(
    `${tens} ${joined.join(' ')} ${ones} otto 8 dieci 10 undici 11 dodici 12 tredici 13 quattordici 14 quindici 15 sedici 16 diciassette 17 diciotto 18 diciannove 19`,
  ),
  scales: numberMap('mila 1e3 mille 1e3 milione 1e6 milioni 1e6'),
  rangeTo: phraseSet('a|ai|fino|agli'),
  between: phraseSet('tra|tra i|tra gli|tra le|tra l|fra|fra i|fra gli|fra le|fra l'),
  betweenAnd: wordSet('e ed'),
  articles: wordSet('i gli le l a ai'),
  leadingBounds: boundPhrases({
    atMost: 'non piu di|non oltre [i]|massimo|max|fino (a|ai)|al massimo|entro i|tetto',
    atLeast: 'non meno di|minimo|almeno|min|a partire (da|dai)|dai|da',
    over: 'piu di|oltre [i]|sopra i',
    under: 'meno di|sotto [i]|inferiore a',
    around: 'circa|sui|(intorno|attorno) (a|ai)|verso i|all incirca',
  }),
  trailingBounds: boundPhrases({
    atLeast: 'o piu|in su|minimo|almeno|e oltre',
    atMost: 'o meno|in giu|[al] massimo|max',
    around: 'circa',
  }),
  boundUnits: wordSet('anni euro eur €'),
  currencies: byWord({ CHF: 'franchi', GBP: 'sterline', USD: 'dollari', EUR: 'euri' }),
  periodLeads: wordSet('lordi lordo lorde netti netto nette al all a l ogni di'),
  periods: byWord({ month: 'mese', year: 'anno', hour: 'ora|h', day: 'giorno', week: 'settimana' }),
  periodAdjectives: byWord({
    month: 'mensile|mensili',
    year: 'annuo|annui|annuale|annuali|ral|allanno',
    hour: 'orari|oraria|allora',
    week: 'settimanali',
    day: 'giornalieri',
  }),
  monthlyPay: [700, 9999],
});
