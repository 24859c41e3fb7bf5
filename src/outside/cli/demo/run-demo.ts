/**
 * `counterpart demo`: starts a server on its own data folder with the sample profiles of all six domains. It
 * requests a few matches over HTTP like any client, and then the server goes on serving.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { MatchResult } from '../../../contract/match.ts';
import { sampleProfiles } from '../../../domains/sample-profiles.ts';
import type { ProfileService } from '../../../people/profiles/profile-service.ts';
import { type DemoScene, demoScenes } from './demo-scenes.ts';
import { attritionLine, matchTable } from './match-table.ts';

export interface DemoService {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
  readonly tenantId: TenantId;
  readonly key: string;
  /** Opens the console signed in; null where the console is switched off. */
  readonly link: string | null;
}

/** Samples a call of the intake. */
const BATCH = 100;

export async function runDemo(service: DemoService, print: (line: string) => void): Promise<void> {
  print('Reading sample profiles of six domains into a data folder of the demo:\n');
  for (const { domain } of demoScenes) {
    const started = performance.now();
    const count = await loadSamples(service.profiles, service.tenantId, domain);
    const ms = Math.round(performance.now() - started);
    print(`  ${domain.padEnd(24)} ${String(count).padStart(4)} sample profiles read in ${ms} ms`);
  }
  for (const scene of demoScenes) await showMatches(service, scene, print);
  for (const line of goOn(service)) print(line);
}

async function showMatches(
  { url, key }: DemoService,
  scene: DemoScene,
  print: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/match`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: requestBody(scene),
  });
  const took = Math.round(performance.now() - started);
  if (!response.ok)
    throw new Error(
      `POST /v1/match for ${scene.userId} in ${scene.domain}: ${response.status} ${await response.text()}`,
    );
  const result = (await response.json()) as MatchResult;
  print(`\n${scene.domain}: ${scene.question} (${scene.userId}, ${took} ms)`);
  print(matchTable(result));
  print(`  ${attritionLine(result)}`);
}

function requestBody({ domain, userId }: DemoScene): string {
  return JSON.stringify({ user_id: userId, domain, limit: 3, explain: true });
}

function goOn({ url, key, link }: DemoService): readonly string[] {
  return [
    '',
    'Counterpart is running. Your key for this demo:',
    '',
    `  ${key}`,
    '',
    'Ask for matches yourself:',
    '',
    `  curl -s ${url}/v1/match -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${requestBody(demoScenes[0]!)}'`,
    '',
    ...(link === null
      ? []
      : [`Console: ${link}`, '(signed in, once, within ten minutes; later with the key)', '']),
    `Every operation, to read and try:  ${url}/docs`,
    'Stop with Ctrl-C. «npm start» runs it for real.',
  ];
}

/**
 * Stores the samples through the intake of POST /users and returns their number. A refused sample is a bug,
 * so it ends the demo with its message.
 */
async function loadSamples(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  domain: string,
): Promise<number> {
  const samples = await sampleProfiles(domain);
  for (let at = 0; at < samples.length; at += BATCH) {
    const batch = samples.slice(at, at + BATCH).map((sample) => ({ ...sample, domain }));
    for (const result of await profiles.upsertMany(tenant, batch)) if (result instanceof Error) throw result;
  }
  return samples.length;
}
