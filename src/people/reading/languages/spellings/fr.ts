/** Spelling of French. */

import { frenchNumbers } from '../numbers/fr.ts';
import { commonUnits, type Spelling } from '../spelling.ts';
import { wordSet } from '../word-lists.ts';

export const french: Spelling = {
  code: 'fr',
  numbers: frenchNumbers,
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
