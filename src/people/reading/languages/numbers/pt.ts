/** Numbers in Portuguese. */
import { boundPhrases, numberWords } from '../number-words.ts';
import { byWord, numberMap, phraseSet, wordSet } from '../word-lists.ts';

export const portugueseNumbers = numberWords({
  numbers: numberMap(
    'dois 2 duas 2 tres 3 quatro 4 cinco 5 seis 6 sete 7 oito 8 nove 9 dez 10 onze 11 doze 12 treze 13 catorze 14 quatorze 14 quinze 15 dezesseis 16 dezasseis 16 dezessete 17 dezassete 17 dezoito 18 dezenove 19 dezanove 19 vinte 20 trinta 30 quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80 noventa 90',
  ),
  joints: wordSet('e'),
  onesAfterJoint: wordSet('um uma'),
  scales: numberMap('mil 1e3 milhao 1e6 milhoes 1e6'),
  rangeTo: phraseSet('a|ate|aos'),
  between: phraseSet('entre|entre os|entre as|entre uns'),
  betweenAnd: wordSet('e'),
  articles: wordSet('os as uns'),
  leadingBounds: boundPhrases({
    atMost: 'nao mais (de|que)|[no] maximo|maximo de|max|ate [aos|os]',
    atLeast: 'nao menos (de|que)|[no] minimo|minimo de|min|pelo menos|a partir (de|dos)|desde|acima (de|dos)',
    over: 'mais (de|que)|maior de',
    under: 'menos (de|que)|menor de|abaixo (de|dos)',
    around: 'cerca de|uns|aproximadamente|por volta (de|dos)|a volta de|aprox',
  }),
  trailingBounds: boundPhrases({
    atLeast: 'ou mais|para cima|no minimo|e mais',
    atMost: 'ou menos|[no] maximo|max',
  }),
  boundUnits: wordSet('anos euros eur € reais'),
  currencies: byWord({ BRL: 'reais|real', USD: 'dolares', GBP: 'libras', XXX: 'contos', CHF: 'francos' }),
  periodLeads: wordSet('brutos bruto liquidos liquido por ao a o cada no na'),
  periods: byWord({ month: 'mes', year: 'ano', hour: 'hora|h', day: 'dia', week: 'semana' }),
  periodAdjectives: byWord({
    month: 'mensal|mensais',
    year: 'anual|anuais',
    week: 'semanal|semanais',
    day: 'diaria',
  }),
  monthlyPay: [700, 9999],
});
