/** Numbers in Spanish. */
import { boundPhrases, numberWords } from '../number-words.ts';
import { byWord, numberMap, phraseSet, wordSet } from '../word-lists.ts';

export const spanishNumbers = numberWords({
  numbers: numberMap(
    'dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 quince 15 dieciseis 16 diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veintiun 21 veintiuno 21 veintidos 22 veintitres 23 veinticuatro 24 veinticinco 25 veintiseis 26 veintisiete 27 veintiocho 28 veintinueve 29 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90',
  ),
  joints: wordSet('y'),
  onesAfterJoint: wordSet('un una uno'),
  scales: numberMap('mil 1e3 millon 1e6 millones 1e6'),
  rangeTo: phraseSet('a|hasta'),
  between: phraseSet('entre|entre los|entre las|entre unos'),
  betweenAnd: wordSet('y e'),
  articles: wordSet('los las unos'),
  leadingBounds: boundPhrases({
    atMost: 'no (mas de|mayor de|pase de)|(maximo|tope) [de]|max|hasta [los]|como (mucho|maximo)',
    atLeast: 'no (menos|menor) de|minimo [de]|min|[por lo|al] menos|a partir de [los]|desde [los]',
    over: '(mas|mayor|mayores) de',
    under: '(menos|menor|menores) de|por debajo de',
    around: 'unos|alrededor de|aproximadamente|sobre los|cerca de|en torno a|aprox',
  }),
  trailingBounds: boundPhrases({
    atLeast: 'o mas|en adelante|para arriba|[como] minimo|y mas',
    atMost: 'o menos|[como] maximo|como mucho|max',
  }),
  boundUnits: wordSet('anos euros eur €'),
  currencies: byWord({ XXX: 'pesos|soles', USD: 'dolares', GBP: 'libras', CHF: 'francos', EUR: 'pavos' }),
  periodLeads: wordSet('brutos bruto netos neto limpios al por a el la cada en'),
  periods: byWord({ month: 'mes', year: 'ano', hour: 'hora|h', day: 'dia', week: 'semana' }),
  periodAdjectives: byWord({
    month: 'mensual|mensuales',
    year: 'anual|anuales|brutoano',
    week: 'semanal|semanales',
    day: 'diarios',
    hour: 'hora',
  }),
  monthlyPay: [700, 9999],
});
