/**
 * The meaning of the events of a dataset, declared with it: how much a kind weighs, whether people take an
 * item again, and which events are one basket.
 */
import { z } from 'zod';
import { characters } from './common.ts';

const MAX_KINDS = 100;
const MAX_WEIGHT = 100;
/** Smaller weights vanish in the arithmetic of a training. */
const LEAST_SIZE = 1e-6;

const EventKindDeclaration = z
  .strictObject({
    weight: z
      .number()
      .min(-MAX_WEIGHT)
      .max(MAX_WEIGHT)
      .refine(
        (weight) => weight === 0 || Math.abs(weight) >= LEAST_SIZE,
        `must be 0, or at least ${LEAST_SIZE} in size`,
      )
      .describe(
        'How much an event of the kind counts in a training, relative to other kinds. Below 0: the person turned the item down, such as by a return. 0: the kind is no history.',
      ),
  })
  .meta({ id: 'EventKindDeclaration' });

export const DeclaredKinds = z
  .record(characters(1, 64), EventKindDeclaration)
  .refine((kinds) => Object.keys(kinds).length <= MAX_KINDS, `must have at most ${MAX_KINDS} kinds`)
  .describe(
    'Weights of kinds of events: `{"view": {"weight": 0.1}, "return": {"weight": -1}}`. A kind that is not named weighs 1.',
  );

export const DeclaredRepeats = z
  .boolean()
  .describe(
    'Whether people take an item again, as food is bought. Trainings then keep repeats unless `settings.events.repeats` says otherwise.',
  );

export const basketFields = ['basket_id', 'session_id'] as const;
export type BasketField = (typeof basketFields)[number];

export const DeclaredBaskets = z
  .enum(basketFields)
  .nullable()
  .describe(
    'The field whose value is the same for the events of one basket. Models then predict the next basket. null: events are no baskets.',
  );

export const AnsweredBaskets = z
  .enum(basketFields)
  .nullable()
  .describe('The field that makes events one basket; null: events are no baskets.');

/** As answers have it. */
export const AnsweredKinds = z
  .record(z.string(), z.object({ weight: z.number() }))
  .describe('The declared weights of kinds of events. A kind that is not named weighs 1.');

export type EventKinds = Readonly<Record<string, { readonly weight: number }>>;

/** A kind that is not named weighs 1. */
export function weightOfKind(kinds: EventKinds, kind: string): number {
  return Object.hasOwn(kinds, kind) ? kinds[kind]!.weight : 1;
}

export interface DeclaredEvents {
  readonly kinds: EventKinds;
  readonly repeats: boolean;
  /** null: events are no baskets. */
  readonly baskets: BasketField | null;
}

export const noDeclaredEvents: DeclaredEvents = { kinds: {}, repeats: false, baskets: null };

export function declaresEvents({ kinds, repeats, baskets }: DeclaredEvents): boolean {
  return repeats || baskets !== null || Object.keys(kinds).length > 0;
}
