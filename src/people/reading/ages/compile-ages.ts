/** The words of a language about ages, compiled once for the life of the process. */
import { type AgeSign, type Ages, sharedWords } from '../../../domains/shared-words.ts';
import { type BesideWords, beginningWith, endingWith } from '../phrases/beside-words.ts';

export interface CompiledSign
  extends Pick<AgeSign, 'where' | 'takes_unit' | 'unit_words' | 'less' | 'confidence'> {
  readonly before: BesideWords | null;
  readonly notBefore: BesideWords | null;
  readonly after: BesideWords | null;
}

export interface AgeWords extends Pick<Ages, 'genders' | 'other_units' | 'not_names' | 'counted_nouns'> {
  readonly signs: readonly CompiledSign[];
  readonly born: BesideWords;
  readonly months: readonly string[];
  readonly units: BesideWords;
  readonly notAges: BesideWords;
}

const known = new Map<string, AgeWords | null>();

/** null: ages are not known in the language. */
export function ageWords(code: string): AgeWords | null {
  const found = known.get(code);
  if (found !== undefined) return found;
  const { ages } = sharedWords(code);
  const compiled = ages === undefined ? null : compile(ages);
  known.set(code, compiled);
  return compiled;
}

function compile(ages: Ages): AgeWords {
  return {
    ...ages,
    signs: ages.signs.map(({ before, not_before, after, ...sign }) => ({
      ...sign,
      before: before === undefined ? null : endingWith(before),
      notBefore: not_before === undefined ? null : endingWith(not_before),
      after: after === undefined ? null : beginningWith(after),
    })),
    born: endingWith(ages.born),
    months: [...ages.months],
    units: beginningWith(ages.units),
    notAges: beginningWith(ages.not_ages),
  };
}
