/**
 * Labelled texts of a domain for the fit of the network, by set: invented rounds, synthetic texts, real documents
 * by repository (`real1` to `real3`), texts whose words tempt a reader (`contrast1` and `contrast2`), and texts in other
 * languages (`languages`), which the fit leaves out.
 */
import { createHash } from 'node:crypto';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { casesFolder } from '../evaluate.ts';
import { readLanguageCases } from '../evaluate-languages.ts';
import { type Case, type CaseSet, readCases, rounds } from '../read-cases.ts';
import { readContrastCases, readRealCases } from '../real/read-real-cases.ts';
import { withoutSoftFields } from '../score.ts';
import { writeCases } from '../synthetic/write-cases.ts';

export interface LabelledText {
  readonly domain: string;
  readonly set: string;
  readonly index: number;
  readonly given: Case;
  /** UTF-16 offsets of the words that state a value, where a labeller marked them. */
  readonly places: Readonly<Record<string, readonly [number, number]>>;
  /** Whether it is a profile of the domain at all; null: not known. */
  readonly isProfile: boolean | null;
  /** ISO 639-1. */
  readonly language: string;
  /** A profile of another domain, whose gold says nothing of this one. */
  readonly isOfOther?: true;
  /** The only value that the gold speaks of. */
  readonly alone?: string;
}

/** Rounds that nothing is fitted on but the weights of the evidence, since their mistakes were never read. */
const lastRounds: Readonly<Record<string, readonly string[]>> = {
  'agent-to-agent': ['round18', 'round19', 'round20'],
  dating: ['round11'],
  'founder-investor': ['round6'],
  hiring: ['round7'],
  marketplace: ['round8'],
  'product-recommendation': ['round9'],
};
export const isLastRound = ({ domain, set }: Pick<LabelledText, 'domain' | 'set'>): boolean =>
  lastRounds[domain]?.includes(set) === true;

const THIRDS = 3;
const SYNTHETIC = { count: 120, seed: 4711 };

/** `texts`: the folder of the originals of real documents. */
export function labelledTexts(definition: DomainDefinition, texts: string | undefined): LabelledText[] {
  const { domain, fields } = definition;
  const plain = { domain, places: {}, language: 'en' };
  const invented = (['dev', ...rounds] as const).flatMap((set) => textsOf(set, casesOf(domain, set)));
  const train = casesOf(domain, 'train').map((given, index): LabelledText => {
    const set = `train${(index % THIRDS) + 1}`;
    return { ...plain, set, index, given, isProfile: statesAnything(given) };
  });
  const synthetic = textsOf('synthetic', writeCases(domain, SYNTHETIC.count, SYNTHETIC.seed, 'fit'));
  const real = readRealCases(domain, texts)
    .cases.filter(({ isHeldOut }) => !isHeldOut)
    .map(({ given, source, places, profile, language }, index): LabelledText => {
      const set = `real${partOf(source)}`;
      return { domain, set, index, given: hardOf(given), places, language, isProfile: profile };
    });
  const contrast = readContrastCases(domain).map(({ given, profile }, index): LabelledText => {
    const set = `contrast${(index % 2) + 1}`;
    return { ...plain, set, index, given: hardOf(given), isProfile: profile };
  });
  const languages = readLanguageCases().flatMap(({ language, cases }) =>
    cases
      .filter((given) => given.domain === domain)
      .map(({ domain: _, ...given }, index): LabelledText => {
        const isProfile = statesAnything(given);
        return { ...plain, language, set: 'languages', index, given, isProfile };
      }),
  );
  return [...invented, ...train, ...synthetic, ...real, ...contrast, ...languages];

  /** Labellers leave soft fields out. */
  function hardOf(given: Case): Case {
    return withoutSoftFields(given, { fields });
  }

  function textsOf(set: string, cases: readonly Case[]): LabelledText[] {
    return cases.map((given, index) => ({
      ...plain,
      set,
      index,
      given,
      isProfile: statesAnything(given),
    }));
  }
}

/** One text in so many of other domains. */
const ONE_IN = 25;

/** Profiles of other domains are none of this one. */
export function textsOfOthers(
  { domain }: DomainDefinition,
  others: readonly DomainDefinition[],
  texts: string | undefined,
): LabelledText[] {
  return others
    .flatMap((other) => labelledTexts(other, texts).filter(isEnglishProfile))
    .filter((_, at) => at % ONE_IN === 0)
    .map((text) => ({ ...text, domain, places: {}, isProfile: false, isOfOther: true }));
}

const isEnglishProfile = ({ isProfile, language }: LabelledText) => isProfile === true && language === 'en';

/** A text that states nothing of the schema may be part of a profile. */
function statesAnything({ fields, derived, preferences }: Case): true | null {
  return [fields, derived, preferences].some((given) => Object.keys(given).length > 0) ? true : null;
}

const casesOf = (domain: string, set: CaseSet) => readCases(casesFolder, domain, set) ?? [];

/** Whole repositories, so that a network fitted without a part meets it for the first time. */
function partOf(source: string): 1 | 2 | 3 {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  if (BigInt(`0x${hashOf(`b${source}`).toString('hex')}`) % 10n < 3n) return 3;
  return hashOf(`half ${source}`)[0]! % 2 === 0 ? 1 : 2;
}
