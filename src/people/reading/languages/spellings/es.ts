/** Spelling of Spanish. */

import { spanishNumbers } from '../numbers/es.ts';
import { commonUnits, type Spelling } from '../spelling.ts';
import { wordSet } from '../word-lists.ts';

export const spanish: Spelling = {
  code: 'es',
  numbers: spanishNumbers,
  age: {
    units: /^(?:anos|anitos|ano)$/,
    notAfter:
      /^(?:(?:de|en|como|con|y|del) )*(?:experiencia|casad\w*|matrimonio|garantia|carrera|trabajando|antiguedad|exp|relacion|juntos)\b/,
    before: /(?:^| )(?:tengo|edad|edad de|cumpli|recien cumplidos|tengo ya|tengo casi los)$/,
    notBefore:
      /(?:^| )(?:desde hace|hace|durante|casi|mas de|menos de|unos|los|mis|por|en|entre|y|a|de|hasta|con|hijo de|hija de|como|para)$/,
    genders:
      /^(?:m|h|f|v|nb|mujer|hombre|chica|chico|varon|senora|senor|mama|papa|viuda|viudo|soltera|soltero)$/,
    born: /(?:^| )(?:naci|nacido|nacida|nacimiento)(?: (?:en|el|en el))?$/,
    otherUnits: new RegExp(
      `^(?:${commonUnits}|horas?|minutos?|dias?|semanas?|mes|meses|hijos?|hijas?|ninos?|gatos?|perros?|paises|veces|personas?|por ciento|kilometros?|metros?|empleados)\\b`,
    ),
  },
  distanceLead: /(?:^| )(?:radio de|maximo|max|menos de|a menos de|hasta|no mas de|como mucho a|como mucho)$/,
  notPlaces: wordSet(
    'la el los las casa paz mayo marzo agosto vida amor trabajo centro venta mano buen bueno nueva nuevo espana europa estado mesa salud union libertad victoria esperanza progreso rosario* relacion contacto verano invierno equipo jornada cocina tienda empresa serio general caja playa montana sur norte luz esquina reina forma linea',
  ),
  contrasts: wordSet('pero sino aunque solo solamente sin embargo ahora hoy actualmente'),
  conjunctions: wordSet('y e pero o u sino pues'),
};
