/**
 * People who are made, changed and erased, one by one and in lines, texts of theirs, and people who are
 * refused.
 */
import type { Client } from '../client.ts';
import { type Ledger, type Read, read } from '../ledger.ts';
import { BASE_PEOPLE, basePerson, type Work } from './work.ts';

const LINES = 100;
const WORDS = 14;

const person = (userId: string, age: number) => ({
  ...{ user_id: userId, domain: 'dating' },
  fields: {
    age,
    gender: age % 2 === 0 ? 'woman' : 'man',
    location: 'Lisbon',
    values_text: `I am ${userId}.`,
  },
});

/** The age; a half-written person has a text that is not its own. */
const ageOf =
  (userId: string): Read =>
  async (client) => {
    const record = await read(client, `/users/${userId}?domain=dating`);
    if (record === null) return null;
    return record.fields.values_text === `I am ${userId}.` ? String(record.fields.age) : 'half-written';
  };

/** Makes a person, changes every second one, erases every fourth. */
const people: Work = {
  name: 'people',
  everyMs: 20,
  step: async (client, ledger, n) => {
    const userId = `person-${n}`;
    const write = (age: number) => attemptAge(ledger, client, userId, age);
    if (!(await write(20 + (n % 50)))) return;
    if (n % 2 === 0 && !(await write(71))) return;
    if (n % 4 !== 0) return;
    await ledger.attempt(
      `people:${userId}`,
      null,
      ageOf(userId),
      () => client.send('DELETE', `/users/${userId}`),
      'erasures',
    );
  },
};

async function attemptAge(ledger: Ledger, client: Client, userId: string, age: number): Promise<boolean> {
  const { status } = await ledger.attempt(`people:${userId}`, String(age), ageOf(userId), () =>
    client.send('POST', '/users', person(userId, age)),
  );
  return status === 200;
}

/** Each answered line is acknowledged by itself. */
const lines: Work = {
  name: 'lines',
  everyMs: 200,
  step: async (client, ledger, n) => {
    const ids = Array.from({ length: LINES }, (_, line) => `line-${n}-${line}`);
    const body = ids.map((userId, line) => `${JSON.stringify(person(userId, 20 + (line % 50)))}\n`).join('');
    const { status, text } = await client.send('POST', '/users/batch', body);
    if (status !== 200) return ledger.unanswered('lines');
    const answers = text.split('\n').filter((line) => line !== '');
    answers.forEach((answer, line) => {
      const { status: ofLine } = JSON.parse(answer) as { readonly status?: number };
      if (ofLine === undefined || ofLine < 300)
        ledger.acknowledge(`lines:${ids[line]}`, String(20 + (line % 50)), ageOf(ids[line]!));
    });
  },
};

/** Random words: near-identical texts are kept once. */
const texts: Work = {
  name: 'texts',
  everyMs: 60,
  step: async (client, ledger, n) => {
    const userId = basePerson(client.random.below(BASE_PEOPLE));
    const word = () => client.random.below(2 ** 32).toString(36);
    const content = `${n} ${Array.from({ length: WORDS }, word).join(' ')}`;
    const isKept: Read = async (each) => {
      const person = await read(each, `/users/${userId}/export`);
      const items: readonly { readonly content: string }[] = person?.context_items ?? [];
      return items.some((item) => item.content === content) ? 'kept' : null;
    };
    await ledger.attempt(`texts:${n}`, 'kept', isKept, () =>
      client.send('POST', '/context', { user_id: userId, domain: 'dating', source: 'chat', content }),
    );
  },
};

/** An age below the domain's range: refused, and absent ever after. */
const refused: Work = {
  name: 'refused',
  everyMs: 150,
  step: async (client, ledger, n) => {
    const userId = `refused-${n}`;
    await ledger.attempt(`refused:${userId}`, null, ageOf(userId), () =>
      client.send('POST', '/users', person(userId, 7)),
    );
  },
};

export const peopleWork = [people, lines, texts, refused] as const;
