/** A CV or a job of the simulated labour market. */
import type { Profession } from './professions.ts';

export const LEVELS = ['junior', 'mid', 'senior', 'lead'] as const;

export interface Participant {
  readonly userId: string;
  readonly role: 'candidate' | 'job';
  readonly profession: Profession;
  readonly title: string;
  readonly level: number;
  readonly skills: readonly string[];
  readonly city: string;
  readonly remote: boolean;
  /** Yearly US dollars: expected, or offered at most. */
  readonly pay: number;
}
