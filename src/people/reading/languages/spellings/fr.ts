/** Spelling of French. */
import { commonUnits, numberMap, type Spelling, wordSet } from '../spelling.ts';

export const french: Spelling = {
  code: 'fr',
  numbers: numberMap(
    'deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 septante 70 huitante 80 nonante 90',
  ),
  numberJoints: wordSet('et'),
  scales: { mille: 1e3, k: 1e3, million: 1e6, millions: 1e6 },
  rangeTo: /^(?:a|jusqua|jusqu)$/,
  between: /(?:^| )entre$/,
  betweenAnd: /^et$/,
  articles: /^(?:les|a)$/,
  leadingBounds: [
    [/(?:^| )pas plus (?:de|d)$/, 'atMost'],
    [/(?:^| )pas moins (?:de|d)$/, 'atLeast'],
    [/(?:^| )(?:minimum|mini|min|au moins|a partir de|des)$/, 'atLeast'],
    [/(?:^| )(?:maximum|maxi|max|au plus|jusqua|jusqu a|au maximum|maximum de|plafond de)$/, 'atMost'],
    [/(?:^| )(?:plus de|plus d|au dessus de)$/, 'over'],
    [/(?:^| )(?:moins de|moins d|sous les|en dessous de)$/, 'under'],
    [/(?:^| )(?:environ|autour de|vers|dans les|aux alentours de|a peu pres)$/, 'around'],
  ],
  trailingBounds: [
    [/^(?:(?:ans|euros|eur|€) )?(?:et plus|ou plus|minimum|mini|min|et au dela|au moins)\b/, 'atLeast'],
    [/^(?:(?:ans|euros|eur|€) )?(?:et moins|ou moins|maximum|maxi|max|grand max)\b/, 'atMost'],
    [/^(?:(?:ans|euros|eur|€) )?environ\b/, 'around'],
  ],
  currencies: { francs: 'CHF', livres: 'GBP', dollars: 'USD', balles: 'EUR' },
  periodLeads: wordSet('brut bruts net nets par le la l de de/ mois/ a en'),
  periods: {
    mois: 'month',
    an: 'year',
    annee: 'year',
    heure: 'hour',
    h: 'hour',
    jour: 'day',
    semaine: 'week',
  },
  periodAdjectives: {
    mensuel: 'month',
    mensuels: 'month',
    mensuelle: 'month',
    mensuellement: 'month',
    annuel: 'year',
    annuels: 'year',
    annuelle: 'year',
    annuellement: 'year',
    horaire: 'hour',
    tjm: 'day',
    lheure: 'hour',
  },
  age: {
    units: /^(?:ans|an|piges|balais|printemps)$/,
    notAfter:
      /^(?:(?:de|d|dans|en|et) )*(?:experience|anciennete|mariage|garantie|vie commune|metier|carriere|pratique|dexperience|que)\b/,
    before: /(?:^| )(?:age|age de|agee de|jai|j ai|ai|tout juste)$/,
    notBefore:
      /(?:^| )(?:depuis|pendant|il y a|y a|dans|presque|bientot|plus de|moins de|environ|les|mes|sur|en|entre|et|pour|a|de|deja|fils de|fille de|jusqua)$/,
    genders: /^(?:f|h|m|nb|femme|homme|fille|mec|gars|garcon|maman|papa|veuve|veuf|celibataire)$/,
    born: /(?:^| )(?:ne|nee|naissance)(?: (?:en|le))?$/,
    otherUnits: new RegExp(
      `^(?:${commonUnits}|heures?|minutes?|jours?|semaines?|mois|enfants?|chats?|chiens?|pays|fois|personnes?|pour cent|kilometres?|bornes|metres?|employes|salaries)\\b`,
    ),
  },
  distanceLead: /(?:^| )(?:rayon de|rayon|maximum|max|maxi|moins de|a moins de|jusqua|a)$/,
  notPlaces: wordSet(
    'la le les des tours* bien vie amour travail mai aout paix son mes sens temps plein contrat france europe partiel alternance relation cours forme ville campagne mer montagne vente main neuf ete hiver nature place maison equipe caisse bon bonne ecole cadre cuisine salle table vue lit',
  ),
  contrasts: wordSet('mais plutot cependant seulement juste sinon car aujourdhui maintenant'),
  conjunctions: wordSet('et mais ou car donc puis'),
};
