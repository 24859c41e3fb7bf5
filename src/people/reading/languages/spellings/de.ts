/** Spelling of German. */

import { germanNumbers } from '../numbers/de.ts';
import { commonUnits, type Spelling } from '../spelling.ts';
import { wordSet } from '../word-lists.ts';

export const german: Spelling = {
  code: 'de',
  numbers: germanNumbers,
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
