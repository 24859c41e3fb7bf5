/** Four people of a service under test, and the matches between them. */
import { expect } from 'vitest';
import type { ComposedService } from '../testing/composed-service.ts';

export const person = {
  age: 30,
  gender: 'woman',
  location: 'Lisbon, Portugal',
  relationship_goal: 'long_term',
};

export async function addPeople(service: ComposedService): Promise<void> {
  for (const user_id of ['me', 'a', 'b', 'c']) {
    const answer = await service.send('users', { user_id, domain: 'dating', fields: person });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  }
}

export const match = (service: ComposedService, more: object = {}) =>
  service.send('match', { user_id: 'me', domain: 'dating', ...more });

/** A figure of the metrics of a service. */
export const figure = async (service: ComposedService, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await service.send('/metrics')).text)?.[1] ?? 0);

/** Whether a match went on without the stage. */
export const degradedBy = async (asked: ReturnType<typeof match>, stage: string) =>
  (await asked).body.degraded.some((each: { readonly stage: string }) => each.stage === stage);
