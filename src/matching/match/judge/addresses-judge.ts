/**
 * Detects a text that addresses the judging model rather than people. A finding is certain enough to count
 * against the text's author: the verdict cannot raise the candidate, and its question holds no ordinary
 * candidate. Not every attempt is found. So this is one of several defences, and the only one that a fooled
 * model cannot undo.
 */

const words = (...alternatives: readonly string[]) => alternatives.join('|');
const forgetting = words(
  'ignor\\w*',
  'disregard\\w*',
  'forget\\w*',
  'override',
  'vergiss',
  'oubli\\w*',
  'olvida\\w*',
);
const orders = words(
  'instruc\\w*',
  'instruç\\w*',
  'anweisung\\w*',
  'consignes?',
  'prompts?',
  'guidelines?',
  'rules',
);
const giving = words(
  'give',
  'assign',
  'rate',
  'score',
  'rank',
  'grant',
  'award',
  'answer',
  'respond',
  'output',
  'set',
);
const most = words('100', 'perfect', 'highest', 'maximum', 'max', 'full', 'best possible');
const marks = words('scores?', 'ratings?', 'marks?', 'per ?cent', 'percent', 'points', 'match');
const reader = words(
  'a\\.?i\\.?',
  'llm',
  'language model',
  'assistant',
  'judge',
  'evaluator',
  'ranking (?:system|model)',
);

const attempts: readonly RegExp[] = [
  /seeker_wants|candidate_wants|tries_to_instruct|"verdicts"/,
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|<\/?data[-\s>]|#{2,} ?(?:instruction|system)/,
  new RegExp(`\\b(?:${forgetting})\\b[^.!?]{0,60}\\b(?:${orders})\\b`, 'u'),
  new RegExp(`\\b(?:${giving})\\b[^.!?;]{0,60}\\b(?:${most})\\b[^.!?;]{0,20}(?:\\b(?:${marks})\\b|%)`, 'u'),
  new RegExp(`\\b(?:${giving})\\b[^.!?;]{0,60}\\b(?:${marks})\\b[^.!?;]{0,30}\\b(?:${most})\\b`, 'u'),
  new RegExp(
    `\\b(?:dear|attention|note to|message to|to) (?:the |any |all |whichever )?(?:${reader})\\b ?[,:!]`,
    'u',
  ),
  new RegExp(`\\byou are (?:now )?(?:an? |the )?(?:helpful )?(?:${reader})\\b`, 'u'),
  /(?:^|\n)\s*(?:system|assistant|developer)\s*:/u,
  /\b(?:other|all|remaining) candidates\b[^.!?]{0,60}\b(?:0|zero|lowest|worst|bad)\b/u,
];

/** Unicode tag characters: an invisible copy of ASCII. */
const tags = /[\u{E0020}-\u{E007E}]/u;

export function addressesJudge(text: string): boolean {
  if (tags.test(text)) return true;
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .toLowerCase();
  return attempts.some((attempt) => attempt.test(plain));
}
