/** Spelling of Spanish. */
import { commonUnits, numberMap, type Spelling, wordSet } from '../spelling.ts';

export const spanish: Spelling = {
  code: 'es',
  numbers: numberMap(
    'dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 quince 15 dieciseis 16 diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veintiun 21 veintiuno 21 veintidos 22 veintitres 23 veinticuatro 24 veinticinco 25 veintiseis 26 veintisiete 27 veintiocho 28 veintinueve 29 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90',
  ),
  numberJoints: wordSet('y'),
  scales: { mil: 1e3, k: 1e3, millon: 1e6, millones: 1e6 },
  rangeTo: /^(?:a|hasta)$/,
  between: /(?:^| )entre(?: (?:los|las|unos))?$/,
  betweenAnd: /^[ye]$/,
  articles: /^(?:los|las|unos)$/,
  leadingBounds: [
    [/(?:^| )(?:no mas de|no mayor de|no pase de)$/, 'atMost'],
    [/(?:^| )(?:no menos de|no menor de)$/, 'atLeast'],
    [
      /(?:^| )(?:minimo|minimo de|min|al menos|por lo menos|a partir de|a partir de los|desde|desde los)$/,
      'atLeast',
    ],
    [/(?:^| )(?:maximo|maximo de|max|hasta|hasta los|como mucho|tope|tope de|como maximo)$/, 'atMost'],
    [/(?:^| )(?:mas de|mayor de|mayores de)$/, 'over'],
    [/(?:^| )(?:menos de|menor de|menores de|por debajo de)$/, 'under'],
    [/(?:^| )(?:unos|alrededor de|aproximadamente|sobre los|cerca de|en torno a|aprox)$/, 'around'],
  ],
  trailingBounds: [
    [/^(?:(?:anos|euros|eur|€) )?(?:o mas|en adelante|para arriba|minimo|como minimo|y mas)\b/, 'atLeast'],
    [/^(?:(?:anos|euros|eur|€) )?(?:o menos|maximo|como mucho|como maximo|max)\b/, 'atMost'],
  ],
  currencies: { pesos: 'XXX', soles: 'XXX', dolares: 'USD', libras: 'GBP', francos: 'CHF', pavos: 'EUR' },
  periodLeads: wordSet('brutos bruto netos neto limpios al por a el la cada en'),
  periods: { mes: 'month', ano: 'year', hora: 'hour', h: 'hour', dia: 'day', semana: 'week' },
  periodAdjectives: {
    mensual: 'month',
    mensuales: 'month',
    anual: 'year',
    anuales: 'year',
    brutoano: 'year',
    semanal: 'week',
    semanales: 'week',
    diarios: 'day',
    hora: 'hour',
  },
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
