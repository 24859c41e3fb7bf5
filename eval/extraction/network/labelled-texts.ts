/**
 * Labelled texts of a domain for the fit of the network, by set: invented rounds, synthetic texts, and real
 * documents of repositories that are not held out (`real1` and `real2`: two halves of these repositories).
 */
import { createHash } from 'node:crypto';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { casesFolder } from '../evaluate.ts';
import { type Case, type CaseSet, readCases, rounds } from '../read-cases.ts';
import { readRealCases } from '../real/read-real-cases.ts';
import { writeCases } from '../synthetic/write-cases.ts';

export interface LabelledText {
  readonly domain: string;
  readonly set: string;
  readonly index: number;
  readonly given: Case;
  /** UTF-16 offsets of the words that state a value, where a labeller marked them. */
  readonly places: Readonly<Record<string, readonly [number, number]>>;
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
  const soft = fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name);
  const invented = (['dev', ...rounds] as const).flatMap((set) => textsOf(set, casesOf(domain, set)));
  const train = casesOf(domain, 'train').map((given, index): LabelledText => {
    return { domain, set: `train${(index % THIRDS) + 1}`, index, given, places: {} };
  });
  const synthetic = textsOf('synthetic', writeCases(domain, SYNTHETIC.count, SYNTHETIC.seed, 'fit'));
  const real = readRealCases(domain, texts)
    .cases.filter(({ isHeldOut }) => !isHeldOut)
    .map(({ given, source, places }, index): LabelledText => {
      const hard = { ...given, ignore: [...given.ignore, ...soft] };
      return { domain, set: `real${halfOf(source)}`, index, given: hard, places };
    });
  return [...invented, ...train, ...synthetic, ...real];

  function textsOf(set: string, cases: readonly Case[]): LabelledText[] {
    return cases.map((given, index) => ({ domain, set, index, given, places: {} }));
  }
}

const casesOf = (domain: string, set: CaseSet) => readCases(casesFolder, domain, set) ?? [];

/** Whole repositories, so that a network fitted without one half meets the other for the first time. */
function halfOf(source: string): 1 | 2 {
  const hash = createHash('sha256').update(`half ${source}`).digest();
  return hash[0]! % 2 === 0 ? 1 : 2;
}
