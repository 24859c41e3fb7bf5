/** The alerts of a workspace, in sentences that say what to do. */
import type { wire } from 'counterpart-client';
import type { SchemaTerm } from '../../api/queries.ts';
import type { Webhook } from '../../api/webhook-queries.ts';
import { words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { homeText } from '../../text/en-home.ts';
import { windowScores } from '../learning/window-scores.ts';

export type Place =
  | { readonly to: '/learning'; readonly search: { readonly domain: string; readonly view: 'drift' } }
  | { readonly to: '/learning/runs/$runId'; readonly params: { readonly runId: string } }
  | { readonly to: '/jobs'; readonly search: { readonly status: 'failed' } }
  | { readonly to: '/webhooks' };

export interface Alert {
  readonly key: string;
  readonly says: string;
  readonly advice: string;
  readonly place?: Place;
}

/** As the service's own watch over drift, with its default. */
const DRIFT = 0.2;
const LEAST_SAMPLED = 200;
const LEAST_SHOWN = 1000;
const LOW_COVERAGE = 0.2;
const NAMED_FIELDS = 3;
/** A running connector looks at its source at least every few minutes; a nightly one runs once a day. */
const LATE_MS = 26 * 60 * 60_000;

const say = homeText.alert;
const percent = text.common.percent;
const learning = (domain: string): Place => ({ to: '/learning', search: { domain, view: 'drift' } });

/** Fields that fewer people have than a week ago, and those that scores count and few people have. */
export function fieldAlerts(
  { domain, fields, sampled }: wire.FieldStatistics,
  terms: readonly Pick<SchemaTerm, 'fields'>[],
): readonly Alert[] {
  const place = learning(domain);
  const fell = fields
    .filter(
      ({ share, share_week_ago: before }) =>
        sampled >= LEAST_SAMPLED && before !== null && before - share > DRIFT,
    )
    .map(({ name, share, share_week_ago: before }) => ({
      key: `fell:${domain}:${name}`,
      says: say.coverageFell(words(name), domain, percent(before ?? 0), percent(share)),
      advice: say.coverageFellDo,
      place,
    }));
  const counted = new Set(terms.flatMap((term) => term.fields));
  const low = fields.filter(
    ({ name, share, kind }) => kind !== 'derived' && counted.has(name) && share < LOW_COVERAGE,
  );
  if (low.length === 0 || sampled === 0) return fell;
  const named = low.slice(0, NAMED_FIELDS).map(({ name }) => `«${words(name)}»`);
  const rest = low.length - named.length;
  const names = [...named, ...(rest > 0 ? [homeText.moreFields(rest)] : [])].join(', ');
  return [
    ...fell,
    { key: `low:${domain}`, says: say.coverageLow(names, domain), advice: say.coverageLowDo, place },
  ];
}

const WEEK = 7;

interface DomainScores {
  readonly domain: string;
  /** Oldest day first. */
  readonly data: readonly { readonly shown: number; readonly scores: readonly number[] }[];
}

/** Scores that lie elsewhere than in the week before. */
export function scoreAlerts({ domain, data }: DomainScores): readonly Alert[] {
  const shownIn = (days: typeof data) => days.reduce((sum, { shown }) => sum + shown, 0);
  if (shownIn(data.slice(-WEEK)) < LEAST_SHOWN || shownIn(data.slice(-2 * WEEK, -WEEK)) < LEAST_SHOWN)
    return [];
  const moved = windowScores(data, WEEK)?.moved ?? 0;
  if (moved <= DRIFT) return [];
  return [
    {
      key: `scores:${domain}`,
      says: say.scores(domain, percent(moved)),
      advice: say.scoresDo,
      place: learning(domain),
    },
  ];
}

export function rejectAlerts(rejects: readonly wire.MessageReject[]): readonly Alert[] {
  const [last] = rejects;
  if (last === undefined) return [];
  return [
    {
      key: 'rejects',
      says: say.rejects(rejects.length),
      advice: `${say.rejectsDo} ${dateTime(last.at)}, ${last.message}`,
    },
  ];
}

/** Connectors that do not run, and those whose rows were refused. */
export function connectorAlerts(connectors: wire.Connectors['data'], nowMs: number): readonly Alert[] {
  return connectors.flatMap(({ name, checked_at: at, rejected }): readonly Alert[] => {
    const key = `connector:${name}`;
    if (nowMs - Date.parse(at) > LATE_MS)
      return [{ key, says: say.connectorLate(name, dateTime(at)), advice: say.connectorLateDo }];
    if (rejected === 0) return [];
    return [{ key, says: say.connectorRejects(name, rejected), advice: say.connectorRejectsDo }];
  });
}

export function webhookAlerts(
  webhooks: readonly (Webhook & { readonly failed: number })[],
): readonly Alert[] {
  return webhooks.flatMap(({ id, url, enabled, disabled_because, failed }): readonly Alert[] => {
    const place: Place = { to: '/webhooks' };
    if (!enabled) {
      const advice = [disabled_because, say.webhookOffDo].filter(Boolean).join(' · ');
      return [{ key: `webhook:${id}`, says: say.webhookOff(url), advice, place }];
    }
    if (failed === 0) return [];
    return [
      {
        key: `webhook:${id}`,
        says: say.webhookFailed(url, failed),
        advice: say.webhookFailedDo,
        place,
      },
    ];
  });
}

/** The last run of each domain, where it was refused or failed. `runs`: newest first. */
export function runAlerts(runs: readonly wire.TrainingRun[]): readonly Alert[] {
  const last = new Map<string, wire.TrainingRun>();
  for (const run of runs) if (!last.has(run.domain)) last.set(run.domain, run);
  return [...last.values()].flatMap(({ run_id, domain, status, reason }): readonly Alert[] => {
    if (status !== 'rejected' && status !== 'failed') return [];
    return [
      {
        key: `run:${run_id}`,
        says: status === 'rejected' ? say.runRefused(domain) : say.runFailed(domain),
        advice: reason ?? say.runDo,
        place: { to: '/learning/runs/$runId', params: { runId: run_id } },
      },
    ];
  });
}

/** Jobs that have failed since then, at most one for each kind. `jobs`: newest first. */
export function jobAlerts(jobs: readonly wire.JobFields[], sinceMs: number): readonly Alert[] {
  const failed = jobs.filter(
    ({ status, finished_at: at }) => status === 'failed' && at !== null && Date.parse(at) >= sinceMs,
  );
  const kinds = [...new Set(failed.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    key: `job:${kind}`,
    says: say.jobFailed(text.jobs.kinds[kind] ?? words(kind)),
    advice: failed.find((job) => job.kind === kind)?.error?.message ?? say.jobFailedDo,
    place: { to: '/jobs', search: { status: 'failed' } } as const,
  }));
}
