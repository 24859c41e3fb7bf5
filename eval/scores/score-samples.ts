/**
 * The scores that the service gives to the sample people of a domain, through POST /match of a whole service.
 * They are of every pair that its rules allow, and of each seeker's answer with the default settings.
 */
import { openBenchFolder } from '../../bench/support/bench-folder.ts';
import { composeService } from '../../src/composition/compose-service.ts';
import type { MatchResult } from '../../src/contract/match.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import { type SampleProfile, sampleProfiles } from '../../src/domains/sample-profiles.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';

/** Probabilities after the last stage. */
export interface SampleScore {
  readonly score: number;
  readonly forward: number;
  /** null in domains that rank one way. */
  readonly backward: number | null;
}

export interface SampleScores {
  readonly definition: DomainDefinition;
  readonly pairs: readonly SampleScore[];
  /** Each seeker's answer, best first; seekers without a candidate are left out. */
  readonly answers: readonly (readonly SampleScore[])[];
}

type Match = (body: object) => Promise<readonly SampleScore[]>;

/** Most candidates of one answer. */
const MOST_SHOWN = 100;
const SHOWN = 10;
const everyone = {
  stages: { light_ml: { top_k: 500 }, embedding: { top_k: 500 }, cross_encoder: { top_k: 500 } },
};

export async function scoreSamples(
  definitions: readonly DomainDefinition[],
): Promise<readonly SampleScores[]> {
  using folder = openBenchFolder();
  const settings = readSettings({}, ['--data', folder.path, '--port', '0']);
  const service = await composeService(settings, createLogger('silent'));
  try {
    const { tenantId } = await service.accounts.createTenant({
      name: 'samples',
      domains: 'all',
      email: 'ops@example.com',
    });
    const { key } = await service.accounts.createKey(tenantId, { rate: 1e6, burst: 1e6 });
    const match: Match = async (body) => {
      const answer = await service.server.inject({
        method: 'POST',
        url: '/v1/match',
        headers: { authorization: `Bearer ${key}` },
        payload: { ...body, record: false },
      });
      if (answer.statusCode !== 200) throw new Error(`POST /v1/match: ${answer.body}`);
      return answer.json<MatchResult>().matches.map(({ score, mutual }) => ({
        score,
        forward: mutual?.seeker_to_candidate ?? score,
        backward: mutual?.candidate_to_seeker ?? null,
      }));
    };
    const found: SampleScores[] = [];
    for (const definition of definitions) {
      const { domain } = definition;
      const samples = await sampleProfiles(domain);
      for (const result of await service.profiles.upsertMany(
        tenantId,
        // As an import stores them; the full reading comes behind.
        samples.map((sample) => ({ ...sample, domain, reading: 'fast' as const })),
      ))
        if (result instanceof Error) throw result;
      found.push({ definition, ...(await scoreDomain(definition, samples, match)) });
    }
    return found;
  } finally {
    await service.close();
  }
}

async function scoreDomain(
  { domain }: DomainDefinition,
  samples: readonly SampleProfile[],
  match: Match,
): Promise<Omit<SampleScores, 'definition'>> {
  const pairs: SampleScore[] = [];
  const answers: (readonly SampleScore[])[] = [];
  const ids = samples.map(({ user_id }) => user_id);
  for (const user_id of ids) {
    const shown = await match({ user_id, domain, limit: SHOWN });
    if (shown.length > 0) answers.push(shown);
    for (let from = 0; from < ids.length; from += MOST_SHOWN) {
      const candidate_user_ids = ids.slice(from, from + MOST_SHOWN);
      pairs.push(...(await match({ user_id, domain, limit: MOST_SHOWN, candidate_user_ids, ...everyone })));
    }
  }
  return { pairs, answers };
}
