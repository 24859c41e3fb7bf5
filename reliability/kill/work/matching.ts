/** Matches that are recorded, decisions about pairs, and trainings from them. */
import type { Client } from '../client.ts';
import { type Read, read } from '../ledger.ts';
import { BASE_PEOPLE, basePerson, type Work } from './work.ts';

const labels = ['accepted', 'rejected', 'converted'] as const;

const matches: Work = {
  name: 'matches',
  everyMs: 60,
  step: async (client, ledger) => {
    const user_id = basePerson(client.random.below(BASE_PEOPLE));
    const asked = { user_id, domain: 'dating', limit: 5, filters: { exclude_outcomes: [] } };
    const { status, body } = await client.send('POST', '/match', asked);
    if (status === 0) ledger.unanswered('matches');
    if (status !== 200) return;
    const id = String(body.match_id);
    const isKept: Read = async (each) => ((await read(each, `/matches/${id}`)) === null ? null : 'kept');
    ledger.acknowledge(`matches:${id}`, 'kept', isKept);
  },
};

/**
 * Each pair is decided once, so that as many outcomes are counted as there are facts. The label follows the
 * candidate, so that there is something to learn, and runs are deployed.
 */
export const feedback: Work = {
  name: 'outcomes',
  everyMs: 40,
  step: async (client, ledger, n) => {
    const seeker = n % BASE_PEOPLE;
    const candidate = (seeker + 1 + Math.floor(n / BASE_PEOPLE)) % BASE_PEOPLE;
    if (n >= BASE_PEOPLE * (BASE_PEOPLE - 1)) return;
    const [seeker_id, candidate_id] = [basePerson(seeker), basePerson(candidate)];
    const outcome = labels[candidate % labels.length]!;
    const labelOf: Read = async (each) => {
      const { outcomes_as_seeker } = await read(each, `/users/${seeker_id}/export`);
      const found = outcomes_as_seeker.find(
        (one: { candidate_id: string }) => one.candidate_id === candidate_id,
      );
      return found?.outcome ?? null;
    };
    await ledger.attempt(`outcomes:${seeker_id}>${candidate_id}`, outcome, labelOf, () =>
      client.send('POST', '/feedback', { domain: 'dating', items: [{ seeker_id, candidate_id, outcome }] }),
    );
  },
};

/** A run that was acknowledged is there, and the request sent again with its key names the same one. */
export const training: Work = {
  name: 'trainings',
  everyMs: 1500,
  step: async (client, ledger, n) => {
    const ask = (each: Client) =>
      each.send('POST', '/train', { domain: 'dating', force: true }, `kill-trainings-${n}`);
    const { status, body } = await ask(client);
    if (status === 0) ledger.unanswered('trainings');
    if (status !== 202) return;
    ledger.acknowledge(`trainings:${n}`, String(body.run_id), async (each) => {
      const again = await ask(each);
      if (again.status !== 202) return `${again.status} ${again.text.slice(0, 200)}`;
      const id = String(again.body.run_id);
      return (await read(each, `/train/runs/${id}`)) === null ? `${id} without a run` : id;
    });
  },
};

export const matchingWork = [matches, feedback, training] as const;
