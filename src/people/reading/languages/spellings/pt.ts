/** Spelling of Portuguese. */
import { commonUnits, numberMap, type Spelling, wordSet } from '../spelling.ts';

export const portuguese: Spelling = {
  code: 'pt',
  numbers: numberMap(
    'dois 2 duas 2 tres 3 quatro 4 cinco 5 seis 6 sete 7 oito 8 nove 9 dez 10 onze 11 doze 12 treze 13 catorze 14 quatorze 14 quinze 15 dezesseis 16 dezasseis 16 dezessete 17 dezassete 17 dezoito 18 dezenove 19 dezanove 19 vinte 20 trinta 30 quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80 noventa 90',
  ),
  numberJoints: wordSet('e'),
  scales: { mil: 1e3, k: 1e3, milhao: 1e6, milhoes: 1e6 },
  rangeTo: /^(?:a|ate|aos)$/,
  between: /(?:^| )entre(?: (?:os|as|uns))?$/,
  betweenAnd: /^e$/,
  articles: /^(?:os|as|uns)$/,
  leadingBounds: [
    [/(?:^| )(?:nao mais de|nao mais que)$/, 'atMost'],
    [/(?:^| )(?:nao menos de|nao menos que)$/, 'atLeast'],
    [
      /(?:^| )(?:minimo|no minimo|minimo de|min|pelo menos|a partir de|a partir dos|desde|acima de|acima dos)$/,
      'atLeast',
    ],
    [/(?:^| )(?:maximo|no maximo|maximo de|max|ate|ate aos|ate os)$/, 'atMost'],
    [/(?:^| )(?:mais de|mais que|maior de)$/, 'over'],
    [/(?:^| )(?:menos de|menos que|menor de|abaixo de|abaixo dos)$/, 'under'],
    [/(?:^| )(?:cerca de|uns|aproximadamente|por volta de|por volta dos|a volta de|aprox)$/, 'around'],
  ],
  trailingBounds: [
    [/^(?:(?:anos|euros|eur|€|reais) )?(?:ou mais|para cima|no minimo|e mais)\b/, 'atLeast'],
    [/^(?:(?:anos|euros|eur|€|reais) )?(?:ou menos|no maximo|maximo|max)\b/, 'atMost'],
  ],
  currencies: { reais: 'BRL', real: 'BRL', dolares: 'USD', libras: 'GBP', contos: 'XXX', francos: 'CHF' },
  periodLeads: wordSet('brutos bruto liquidos liquido por ao a o cada no na'),
  periods: { mes: 'month', ano: 'year', hora: 'hour', h: 'hour', dia: 'day', semana: 'week' },
  periodAdjectives: {
    mensal: 'month',
    mensais: 'month',
    anual: 'year',
    anuais: 'year',
    semanal: 'week',
    semanais: 'week',
    diaria: 'day',
  },
  age: {
    units: /^(?:anos|aninhos|ano)$/,
    notAfter:
      /^(?:(?:de|em|como|com|e|do|da) )*(?:experiencia|casad\w*|casamento|garantia|carreira|trabalhando|profissao|exp|relacao|juntos)\b/,
    before: /(?:^| )(?:tenho|idade|idade de|fiz|acabei de fazer|tenho ja)$/,
    notBefore:
      /(?:^| )(?:ha|desde|durante|quase|mais de|menos de|uns|os|meus|por|em|entre|e|a|de|ate|com|filho de|filha de|como|para)$/,
    genders:
      /^(?:m|h|f|nb|mulher|homem|rapariga|rapaz|moca|moco|menina|senhora|senhor|mae|pai|viuva|viuvo|solteira|solteiro)$/,
    born: /(?:^| )(?:nasci|nascido|nascida|nascimento)(?: (?:em|a|no ano de))?$/,
    otherUnits: new RegExp(
      `^(?:${commonUnits}|horas?|minutos?|dias?|semanas?|mes|meses|filhos?|filhas?|criancas?|gatos?|caes|cachorros?|paises|vezes|pessoas?|por cento|quilometros?|metros?|funcionarios|reais)\\b`,
    ),
  },
  distanceLead: /(?:^| )(?:raio de|maximo|max|menos de|a menos de|ate|nao mais de|no maximo a|no maximo)$/,
  notPlaces: wordSet(
    'a o os as casa paz maio marco agosto vida amor trabalho centro venda mao bom boa nova novo portugal europa estado mesa saude uniao liberdade vitoria* esperanca progresso relacao contato verao inverno equipe equipa cozinha loja empresa serio geral caixa praia montanha sul norte luz forma linha natal*',
  ),
  contrasts: wordSet('mas porem embora so apenas somente agora hoje atualmente'),
  conjunctions: wordSet('e mas ou pois porem'),
};
