/**
 * Counts the words of each workspace again as its people change: after an erasure within minutes, where the
 * number of people has changed by a tenth, and else once a day. A large domain is counted by a sample.
 *
 * Everything is computed from the stored profiles, so that a process that dies loses nothing, and what two
 * processes count at once is the same up to the sample.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainFor } from '../../domains/active-domain.ts';
import type { Schedule } from '../../platform/jobs/schedule.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';
import type { Tenant } from '../../platform/storage/store.ts';
import {
  NOT_KNOWN,
  type WordCountState,
  type WordCountStore,
} from '../../platform/storage/word-count-store.ts';
import { countTexts } from '../ranking/scoring/count-texts.ts';
import { eachDomain } from './each-domain.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 2 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_SAMPLED = 5000;
/** Below it the shipped list knows more of words than the workspace does. */
const FEWEST_PEOPLE = 20;
/** Change of the number of people after which the words are counted again. */
const CHANGED = 0.1;

export interface CountWordsParts {
  readonly statistics: Pick<StatisticsStore, 'people' | 'sampleRows'>;
  readonly words: Pick<WordCountStore, 'wordCountState' | 'keepWordCounts'>;
  readonly listTenants: () => Promise<readonly Tenant[]>;
  readonly domainFor: DomainFor;
  readonly clock: () => number;
}

export function countWordsSchedule(parts: CountWordsParts): Schedule {
  return {
    kind: 'count_words',
    everyMs: EVERY_MS,
    async run({ signal }) {
      await eachDomain(await parts.listTenants(), signal, (tenant, domain) =>
        countDomain(parts, tenant, domain),
      );
    },
  };
}

/**
 * Counts the words of one domain where that is due, and some term compares words. Where none does any more, the
 * counts are emptied, because nothing would take erased people out of them.
 */
export async function countDomain(
  { statistics, words, domainFor, clock }: Omit<CountWordsParts, 'listTenants'>,
  tenantId: TenantId,
  domain: string,
): Promise<void> {
  const people = await statistics.people(tenantId, domain);
  const known = await words.wordCountState(tenantId, domain);
  if (!isDue(known, people, clock())) return;
  const { definition } = await domainFor(tenantId, domain);
  const comparesWords = definition.scorecard.terms.some(({ compare }) => compare === 'shared_words');
  if (!comparesWords && known === null) return;
  const sample = comparesWords ? await statistics.sampleRows(tenantId, domain, MOST_SAMPLED) : [];
  const counted = countTexts(definition, sample);
  const countedAt = new Date(clock()).toISOString();
  const countedErasures = known?.erasures ?? NOT_KNOWN;
  await words.keepWordCounts({ tenantId, domain, people, countedAt, countedErasures, ...counted });
}

function isDue(known: WordCountState | null, people: number, nowMs: number): boolean {
  if (known === null) return people >= FEWEST_PEOPLE;
  if (known.erasures !== known.countedErasures || nowMs - Date.parse(known.countedAt) >= DAY_MS) return true;
  return Math.abs(people - known.people) > CHANGED * known.people;
}
