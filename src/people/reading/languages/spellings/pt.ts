/** Spelling of Portuguese. */

import { portugueseNumbers } from '../numbers/pt.ts';
import { commonUnits, type Spelling } from '../spelling.ts';
import { wordSet } from '../word-lists.ts';

export const portuguese: Spelling = {
  code: 'pt',
  numbers: portugueseNumbers,
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
