/** Numbers in German. */
import { boundPhrases, numberWords } from '../number-words.ts';
import { byWord, numberMap, phraseSet, wordSet } from '../word-lists.ts';

const ones = 'ein 1 zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9';
const tens =
  'zwanzig 20 dreissig 30 dreißig 30 vierzig 40 funfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90';
/** "fünfunddreißig" is one word. */
const joined = [...numberMap(tens)].flatMap(([ten, value]) =>
  [...numberMap(ones)].map(([one, unit]) => `${one}und${ten} ${value + unit}`),
);

export const germanNumbers = numberWords({
  numbers: numberMap(
    `${tens} ${joined.join(' ')} zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12 dreizehn 13 vierzehn 14 funfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19`,
  ),
  scales: numberMap('tausend 1e3 tsd 1e3 million 1e6 millionen 1e6'),
  rangeTo: phraseSet('bis'),
  between: phraseSet('zwischen'),
  betweenAnd: wordSet('und'),
  articles: wordSet('die den'),
  leadingBounds: boundPhrases({
    atMost: 'nicht (uber|alter als|mehr als|teurer als)|bis|bis zu|maximal|max|hochstens|maximum|limit',
    atLeast: 'nicht (unter|junger als|weniger als)|ab|mindestens|mind|min|wenigstens|minimum',
    over: 'uber|mehr als|alter als',
    under: 'unter|weniger als|junger als',
    around: 'ca|circa|etwa|um|um die|rund|ungefahr|so um die',
  }),
  trailingBounds: boundPhrases({
    atLeast: '(oder|und) (mehr|alter|daruber)|aufwarts|plus',
    atMost: '(oder|und) (weniger|junger|darunter)|max|maximal|hochstens',
  }),
  boundUnits: wordSet('jahre jahren j euro eur €'),
  currencies: byWord({ CHF: 'franken|fr|sfr', GBP: 'pfund', USD: 'dollar', XXX: 'kronen|teuro' }),
  periodLeads: wordSet('brutto netto pro im je die der das in per a monatlich vb uber'),
  periods: byWord({ month: 'monat|mon|mtl', year: 'jahr', hour: 'stunde|std|h', day: 'tag', week: 'woche' }),
  periodAdjectives: byWord({
    month: 'monatlich|mtl|monatsgehalt|monatslohn|bruttomonatsgehalt',
    year: 'jahrlich|jahresgehalt|jahresbrutto|bruttojahresgehalt',
    hour: 'stundlich|stundenlohn|stundensatz',
    day: 'tagessatz',
    week: 'wochentlich',
  }),
  monthlyPay: [700, 9999],
});
