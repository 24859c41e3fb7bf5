/** The news of a workspace since a moment, newest first. */
import type { wire } from 'counterpart-client';
import { isRecord } from '../../parts/read-unknown.ts';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { homeText } from '../../text/en-home.ts';
import type { DomainPeople } from './home-queries.ts';
import type { Visit } from './visit-store.ts';

export interface News {
  readonly key: string;
  readonly says: string;
  /** ISO 8601; absent: some time since. */
  readonly at?: string;
  readonly tone?: 'good' | 'bad';
}

const tones: Readonly<Record<string, 'good' | 'bad'>> = {
  succeeded: 'good',
  deployed: 'good',
  failed: 'bad',
  rejected: 'bad',
};

/** Ended jobs. A new version of a dataset is named. */
export function jobNews(jobs: readonly wire.JobFields[], sinceMs: number): readonly News[] {
  return jobs.flatMap(({ id, kind, status, finished_at: at, result }): readonly News[] => {
    if (at === null || Date.parse(at) < sinceMs) return [];
    const dataset = isRecord(result?.dataset) ? result.dataset : undefined;
    const says =
      typeof dataset?.name === 'string' && typeof dataset.version === 'string'
        ? homeText[kind === 'dataset_snapshot' ? 'cut' : 'imported'](dataset.name, dataset.version)
        : homeText.jobEnded(text.jobs.kinds[kind] ?? words(kind), text.jobs.status[status] ?? status);
    const tone = tones[status];
    return [{ key: id, says, at, ...(tone && { tone }) }];
  });
}

/** Runs that were deployed, refused or otherwise ended. */
export function runNews(runs: readonly wire.TrainingRun[], sinceMs: number): readonly News[] {
  return runs.flatMap(({ run_id, domain, status, finished_at: at }): readonly News[] => {
    const says = homeText.runEnded[status]?.(domain);
    if (says === undefined || at === null || Date.parse(at) < sinceMs) return [];
    const tone = tones[status];
    return [{ key: run_id, says, at, ...(tone && { tone }) }];
  });
}

/** Domains that have more or fewer people than at the last visit. */
export function peopleNews(counts: readonly DomainPeople[], before: Visit | null): readonly News[] {
  if (before === null) return [];
  return counts.flatMap(({ domain, people }): readonly News[] => {
    const change = people - (before.people[domain] ?? 0);
    if (change === 0) return [];
    const says = change > 0 ? homeText.peopleCame(change, domain) : homeText.peopleWent(-change, domain);
    return [{ key: `people:${domain}`, says }];
  });
}

/** News without a time first, then the newest. */
export function sortedNews(news: readonly News[]): readonly News[] {
  return news.toSorted((one, other) => (other.at ?? '9').localeCompare(one.at ?? '9'));
}
