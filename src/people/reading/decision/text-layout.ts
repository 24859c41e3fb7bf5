/**
 * The layout of a text: the section that each sentence stands in, the label of its line ("Salary: …"), and
 * whether the line is a bullet. A heading is a line of at most five words that is in the list below.
 */
import type { ReadText } from '../words/read-text.ts';
import type { SectionKind } from './feature-names.ts';

const headings: Readonly<Record<SectionKind, string>> = {
  about:
    'about,about me,about us,about myself,summary,profile,professional summary,career summary,executive summary,personal statement,bio,overview,introduction,who we are,who i am,the company,about the company,about the role,the role,job description,job summary,role summary,company,description',
  experience:
    'experience,work experience,professional experience,employment,employment history,work history,career history,career,relevant experience,previous roles,selected experience,projects,key projects,selected projects,track record,traction',
  education:
    'education,education and training,academic background,qualifications and education,training,certifications,certificates,licenses,licences,licenses and certifications,courses,degrees',
  skills:
    'skills,key skills,core skills,technical skills,core competencies,competencies,expertise,areas of expertise,tools,tech stack,stack,technologies,tools and technologies,strengths,capabilities,languages',
  requirements:
    'requirements,job requirements,minimum requirements,qualifications,required qualifications,minimum qualifications,preferred qualifications,must have,must haves,nice to have,nice to haves,what you bring,what youll bring,what you need,what youll need,your profile,who you are,you have,about you,essential,desirable,person specification,required skills,basic qualifications,ideal candidate',
  duties:
    'responsibilities,key responsibilities,main responsibilities,duties,key duties,main duties,tasks,your tasks,what youll do,what you will do,day to day,the job,your role,role and responsibilities',
  offer:
    'benefits,perks,what we offer,we offer,compensation,salary,pay,package,why join us,why us,perks and benefits,salary and benefits,price,pricing,cost',
  wish: 'looking for,what im looking for,what i am looking for,what i want,seeking,wants,wishes,objective,career objective,next role,ideal partner,my ideal match,my match,preferences,who im looking for,what we are looking for,what were looking for,who we are looking for,wanted',
  interests: 'interests,hobbies,hobbies and interests,values,volunteering,passions,free time',
  contact: 'contact,contact details,references,personal details,links,details,how to apply,to apply',
};
const kindOf = new Map<string, SectionKind>();
for (const [kind, phrases] of Object.entries(headings) as [SectionKind, string][])
  for (const phrase of phrases.split(',')) kindOf.set(phrase, kind);

const MAX_HEADING_WORDS = 5;
const MAX_LABEL_WORDS = 4;

export interface TextLayout {
  /** By sentence. */
  readonly sections: readonly (SectionKind | undefined)[];
  /** By sentence: words [first, last) of its line's label. */
  readonly labels: readonly (readonly [number, number] | undefined)[];
  readonly isBullet: readonly boolean[];
  readonly headingCounts: Readonly<Partial<Record<SectionKind, number>>>;
}

/** `headings`: offsets [start, end) of lines that the format marks as headings. */
export function layoutOf(
  { words, sentences }: ReadText,
  headings: readonly (readonly [number, number])[] = [],
): TextLayout {
  const sections: (SectionKind | undefined)[] = [];
  const labels: (readonly [number, number] | undefined)[] = [];
  const isBullet: boolean[] = [];
  const headingCounts: Partial<Record<SectionKind, number>> = {};
  let section: SectionKind | undefined;
  let label: readonly [number, number] | undefined;
  let heading = 0;
  for (const { first, last, beginsLine, tail } of sentences) {
    if (beginsLine) {
      label = labelOf(words, first, last);
      const end = label?.[1] ?? last;
      const isLine = label !== undefined || /^\s*:?\s*(?:\n|$)/.test(tail);
      while (heading < headings.length && headings[heading]![1] <= words[first]!.start) heading++;
      const isHeading = heading < headings.length && headings[heading]![0] <= words[first]!.start;
      const kind =
        (isLine || isHeading) && end - first <= MAX_HEADING_WORDS
          ? kindOfHeading(words, first, end, isHeading)
          : undefined;
      // A heading that is not known ends the section before it.
      if (isHeading && kind === undefined) section = undefined;
      if (kind !== undefined) headingCounts[kind] = (headingCounts[kind] ?? 0) + 1;
      // "Salary: 50k" says what its own line is, not what the next ones are.
      if (label === undefined || end === last) section = kind ?? section;
      else if (kind !== undefined) {
        sections.push(kind);
        labels.push(label);
        isBullet.push(false);
        continue;
      }
    }
    sections.push(section);
    labels.push(label);
    isBullet.push(beginsLine && /(?:^|\n)\s*[-*•·–—▪●]\s*$/.test(words[first]!.gap));
  }
  return { sections, labels, isBullet, headingCounts };
}

/** "Company technologies" is a heading by its last words, where the format says that it is one. */
function kindOfHeading(
  words: ReadText['words'],
  first: number,
  last: number,
  isMarked: boolean,
): SectionKind | undefined {
  const whole = kindOf.get(formsOf(words, first, last));
  if (whole !== undefined || !isMarked) return whole;
  for (let from = first + 1; from < last; from++) {
    const kind =
      kindOf.get(formsOf(words, from, last)) ?? kindOf.get(formsOf(words, first, last - (from - first)));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function formsOf(words: ReadText['words'], first: number, last: number): string {
  let joined = words[first]!.word;
  for (let at = first + 1; at < last; at++) joined += ` ${words[at]!.word}`;
  return joined;
}

function labelOf(
  words: ReadText['words'],
  first: number,
  last: number,
): readonly [number, number] | undefined {
  for (let at = first + 1; at <= Math.min(last - 1, first + MAX_LABEL_WORDS); at++) {
    if (/^\s*[:=]\s*/.test(words[at]!.gap)) return [first, at];
    if (words[at]!.clause !== words[first]!.clause && words[at]!.gap !== ' ') return undefined;
  }
  return undefined;
}
