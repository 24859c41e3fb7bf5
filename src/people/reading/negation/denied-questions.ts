/** Questions that "no" answers: "Vertical software for shipyards? No." */
import type { ReadText } from '../words/read-text.ts';

const denials = /^(?:no|nah|nope|never)$/;
/** Before an answer in an interview: "A: Never." */
const answerMark = /^(?:a|answer)$/;

/** Whether a sentence begins with the answer "no". */
export function isDenial(read: ReadText, first: number): boolean {
  const { words } = read;
  const next = words[first + 1];
  if (answerMark.test(words[first]!.form) && /^\s*[:.)]/.test(next?.gap ?? ''))
    return denials.test(next!.form) && /\?/.test(words[first]!.gap) && endsAnswer(words, first + 1);
  return denials.test(words[first]!.form) && isAnswer(read, first);
}

/** Whether the word is all of an answer: "… for shipyards? No. We left them", but not "a needle? No idea". */
export function isAnswer({ words }: ReadText, at: number): boolean {
  return endsAnswer(words, at) && /\?/.test(words[at]!.gap);
}

function endsAnswer(words: ReadText['words'], at: number): boolean {
  const next = words[at + 1];
  return next === undefined || next.clause !== words[at]!.clause || /^\s*:/.test(next.gap);
}
