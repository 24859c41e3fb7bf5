import { administrationWork } from './administration.ts';
import { jobWork, type Made } from './jobs.ts';
import { matchingWork } from './matching.ts';
import { peopleWork } from './people.ts';
import type { Work } from './work.ts';

/** Clients of the same work side by side. */
const PEOPLE_CLIENTS = 2;

export const allWork = (made: Made): readonly Work[] => [
  ...Array.from({ length: PEOPLE_CLIENTS }, () => peopleWork).flat(),
  ...matchingWork,
  ...jobWork(made.dataset, made.models[0]),
  ...administrationWork(made),
];
