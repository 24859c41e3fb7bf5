/**
 * How a text is written, as evidence of its side: who speaks to whom, headings, dates, and what its lines begin
 * with. A CV has spans of years and lines that begin with a past tense; a job post says "you".
 */
import type { TextDocument } from '../document.ts';
import { isName } from '../word-forms.ts';

export const styleNames = [
  'bias',
  'says i',
  'says we',
  'says you',
  'says he or she',
  'says you in the first sentence',
  'says i in the first sentence',
  'lines begin with a past tense',
  'lines begin with an infinitive',
  'spans of years',
  'until present',
  'begins with a name',
  'address or telephone',
  'question',
  'wish scope',
  'begins with a wish',
  'money',
  'imperative to apply',
  'heading experience',
  'heading education',
  'heading skills',
  'heading requirements',
  'heading duties',
  'heading offer',
  'heading about',
  'heading wish',
  'heading contact',
  'long text',
  'short text',
  'passive wishes',
  'degrees',
  'achievements',
] as const;

const speakers = new Map(
  Object.entries({
    i: 'i im ive my me id ill',
    we: 'we our us were weve',
    you: 'you your youll youre youve',
    they: 'he she his her hes shes',
  }).flatMap(([speaker, forms]) => forms.split(' ').map((form) => [form, speaker] as const)),
);
const irregularPast = new Set(
  'led built ran wrote taught grew won made drove oversaw held cut set took gave brought kept spoke sold was served worked designed'.split(
    ' ',
  ),
);
const infinitives = new Set(
  'manage lead build develop design support ensure work maintain prepare deliver own drive provide assist help plan create monitor report coordinate handle collaborate write care teach train supervise organise organize run take operate perform conduct keep'.split(
    ' ',
  ),
);
const applyWords = new Set(
  'apply applicant applicants candidate candidates vacancy hiring recruiting shortlisted onboarding apprentice apprentices employer'.split(
    ' ',
  ),
);
const achievementWords = new Set(
  'achieved reduced increased improved promoted awarded graduated gpa delivered spearheaded mentored resulting responsible volunteered fluent proficient thesis internship references'.split(
    ' ',
  ),
);
const degreeWords = new Set(
  'bsc msc ba ma phd mba bachelor bachelors master masters diploma university college gcse btec nvq graduate education employment curriculum cv coursework'.split(
    ' ',
  ),
);

const capped = (count: number, most: number) => Math.min(count, most) / most;

/** In the order of `styleNames`; each within 0..1. Linear in the text. */
export function styleOf({ text, words, sentences, scopes, layout }: TextDocument): Float64Array {
  let [i, we, you, they, spans, present, money, wish, apply, achievements, degrees] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ];
  let [firstYou, firstI] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const { form, word, sentence } = words[at]!;
    const speaker = speakers.get(form);
    if (speaker === 'i') {
      i++;
      if (sentence === 0) firstI = 1;
    } else if (speaker === 'we') we++;
    else if (speaker === 'you') {
      you++;
      if (sentence === 0) firstYou = 1;
    } else if (speaker === 'they') they++;
    else if (/^(?:present|current|date|today|now)$/.test(form) && isAfterYear(words, at)) present++;
    else if (/^(?:19|20)\d\d$/.test(word) && isAfterYear(words, at)) spans++;
    else if (/^[$€£]$/.test(word)) money++;
    else if (applyWords.has(form)) apply++;
    else if (achievementWords.has(form)) achievements++;
    else if (degreeWords.has(word)) degrees++;
    if (scopes[at] === 'wish') wish++;
  }
  let [past, infinitive] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const { word, capital, clause, gap } = words[at]!;
    // Of a text whose line ends were lost, the bullets and capitals are left.
    const opensLine = gap.includes('\n') || (capital && words[at - 1]?.clause !== clause);
    if (!opensLine) continue;
    if (irregularPast.has(word) || /^[a-z]{3,}ed$/.test(word)) past++;
    else if (infinitives.has(word)) infinitive++;
  }
  const rate = (count: number) => Math.min(1, count / Math.max(8, words.length / 8));
  const heading = (kind: keyof typeof layout.headingCounts) =>
    layout.headingCounts[kind] === undefined ? 0 : 1;
  return Float64Array.of(
    1,
    rate(i),
    rate(we),
    rate(you),
    rate(they),
    firstYou,
    firstI,
    capped(past, 3),
    capped(infinitive, 3),
    capped(spans, 3),
    present > 0 ? 1 : 0,
    beginsWithName({ text, words, sentences }) ? 1 : 0,
    /\w@\w|linkedin|github\.|\+\d[\d ]{7,}|\(\d{3}\) ?\d{3}|tel\b|phone\b/i.test(text.slice(0, MAX_HEAD))
      ? 1
      : 0,
    text.includes('?') ? 1 : 0,
    words.length === 0 ? 0 : wish / words.length,
    scopes[0] === 'wish' ? 1 : 0,
    money > 0 ? 1 : 0,
    capped(apply, 2),
    heading('experience'),
    heading('education'),
    heading('skills'),
    heading('requirements'),
    heading('duties'),
    heading('offer'),
    heading('about'),
    heading('wish'),
    heading('contact'),
    Math.min(1, Math.max(0, Math.log2((words.length + 1) / 30) / 4)),
    words.length < 10 ? 1 : 0,
    /\b(?:wanted|required|needed|sought)\b/i.test(text.slice(0, MAX_HEAD)) ? 1 : 0,
    capped(degrees, 2),
    capped(achievements, 3),
  );
}

const MAX_HEAD = 600;

/** Whether a year or month-year stands before the word, after a dash or "to". */
function isAfterYear(words: TextDocument['words'], at: number): boolean {
  const [word, before, earlier] = [words[at]!, words[at - 1], words[at - 2]];
  if (before === undefined) return false;
  if (/^\s*[-–—]\s*$/.test(word.gap)) return /^(?:19|20)?\d\d$/.test(before.word);
  if (before.form === 'to' && earlier !== undefined) return /^(?:19|20)\d\d$/.test(earlier.word);
  // "Jan 2019 – Mar 2021"
  return earlier !== undefined && /^\s*[-–—]\s*$/.test(before.gap) && /^(?:19|20)\d\d$/.test(earlier.word);
}

/** "Anna Kowalska" alone in the first line, as at the head of a CV. */
function beginsWithName({ words, sentences }: Pick<TextDocument, 'text' | 'words' | 'sentences'>): boolean {
  const line = sentences[0];
  if (line === undefined || sentences.length < 2) return false;
  const count = line.last - line.first;
  if (count < 2 || count > 4) return false;
  return (
    words.slice(line.first, line.last).every(({ capital }) => capital) && isName(words[line.first]!.word)
  );
}
