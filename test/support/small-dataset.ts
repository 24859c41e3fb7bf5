/** A dataset that is just large enough for a model to be made of it, and the least model. */

const ITEMS = 30;
const PEOPLE = 100;
const EVENTS_EACH = 5;

export const smallDataset = {
  items: Array.from({ length: ITEMS }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` })),
  events: Array.from({ length: PEOPLE * EVENTS_EACH }, (_, n) => {
    const [person, step] = [n % PEOPLE, Math.floor(n / PEOPLE)];
    return {
      event_id: `e${n}`,
      person_id: `p${person}`,
      item_id: `i${(person * 7 + step) % ITEMS}`,
      kind: 'view',
      timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, person)).toISOString(),
    };
  }),
};

export const leastModel = {
  width: 16,
  blocks: 1,
  heads: 2,
  history_length: 8,
  batch_events: 64,
  epochs: 1,
  evaluation: 'brief',
};
