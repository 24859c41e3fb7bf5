/** Numbers in French. */
import { boundPhrases, numberWords } from '../number-words.ts';
import { byWord, numberMap, phraseSet, wordSet } from '../word-lists.ts';

export const frenchNumbers = numberWords({
  numbers: numberMap(
    'deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 septante 70 huitante 80 nonante 90',
  ),
  joints: wordSet('et'),
  onesAfterJoint: wordSet('un une'),
  scores: wordSet('vingt vingts'),
  scales: numberMap('mille 1e3 million 1e6 millions 1e6'),
  rangeTo: phraseSet('a|jusqua|jusqu'),
  between: phraseSet('entre'),
  betweenAnd: wordSet('et'),
  articles: wordSet('les a'),
  leadingBounds: boundPhrases({
    atMost: 'pas plus (de|d)|maximum [de]|maxi|max|au (plus|maximum)|jusqua|jusqu a|plafond de',
    atLeast: 'pas moins (de|d)|minimum|mini|min|au moins|a partir de|des',
    over: 'plus (de|d)|au dessus de',
    under: 'moins (de|d)|sous les|en dessous de',
    around: 'environ|autour de|vers|dans les|aux alentours de|a peu pres',
  }),
  trailingBounds: boundPhrases({
    atLeast: '(et|ou) plus|minimum|mini|min|et au dela|au moins',
    atMost: '(et|ou) moins|maximum|maxi|max|grand max',
    around: 'environ',
  }),
  boundUnits: wordSet('ans euros eur €'),
  currencies: byWord({ CHF: 'francs', GBP: 'livres', USD: 'dollars', EUR: 'balles' }),
  periodLeads: wordSet('brut bruts net nets par le la l de de a en'),
  periods: byWord({ month: 'mois', year: 'an|annee', hour: 'heure|h', day: 'jour', week: 'semaine' }),
  periodAdjectives: byWord({
    month: 'mensuel|mensuels|mensuelle|mensuellement',
    year: 'annuel|annuels|annuelle|annuellement',
    hour: 'horaire|lheure',
    day: 'tjm',
  }),
  monthlyPay: [700, 9999],
});
