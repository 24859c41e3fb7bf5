import type { Service } from './service.ts';

export const ATTACK = `"><img src=x onerror="window.__attacked=1"><script>window.__attacked=1</script>{{7*7}}`;
export const ATTACKER = `<b onmouseover="window.__attacked=1">x</b>`;
export const LONG_ID = `a-person-with-an-id-of-many-characters-${'0123456789'.repeat(20)}`;

const places = ['Lisbon, Portugal', 'Porto, Portugal', 'Madrid, Spain', 'Berlin, Germany'];

/**
 * 120 people of the domain «dating», one with an attack in every field, and one with the longest id and text.
 */
export async function addPeople(service: Service): Promise<void> {
  const people = Array.from({ length: 120 }, (_, n) => ({
    user_id: `person-${n}`,
    domain: 'dating',
    fields: {
      age: 25 + (n % 30),
      gender: n % 2 === 0 ? 'woman' : 'man',
      location: places[n % places.length],
      relationship_goal: n % 3 === 0 ? 'casual' : 'long_term',
      values_text: `I like walks, number ${n}.`,
    },
  }));
  const attacker = {
    user_id: ATTACKER,
    domain: 'dating',
    fields: { age: 33, gender: 'man', location: ATTACK, values_text: ATTACK, [ATTACK]: ATTACK },
    context: `I am a man. ${ATTACK}`,
  };
  const long = {
    user_id: LONG_ID,
    domain: 'dating',
    fields: { age: 31, gender: 'man', location: 'Lisbon, Portugal' },
    context: 'word '.repeat(2000),
  };
  const lines = [...people, attacker, long].map((person) => JSON.stringify(person)).join('\n');
  const answer = await service.post('/v1/users/batch', lines, { 'content-type': 'application/x-ndjson' });
  const refused = (await answer.text())
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"status":200'));
  if (refused.length > 0) throw new Error(`people were refused: ${refused.join('\n')}`);
  const wrote = await service.post('/v1/context', {
    user_id: ATTACKER,
    domain: 'dating',
    source: ATTACK.slice(0, 60),
    content: ATTACK,
  });
  if (!wrote.ok) throw new Error(`a text was refused: ${await wrote.text()}`);
  const items = [{ item_id: 'cup', text: 'A cup' }];
  await service.post('/v1/datasets', { name: ATTACK, items }, { 'idempotency-key': 'console-test' });
}
