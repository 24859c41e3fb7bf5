/** Spelling of Italian. */

import { italianNumbers } from '../numbers/it.ts';
import { commonUnits, type Spelling } from '../spelling.ts';
import { wordSet } from '../word-lists.ts';

export const italian: Spelling = {
  code: 'it',
  numbers: italianNumbers,
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
