/** The words in which a reading of a text is explained. */

/**
 * The signs that speak for a value, by name. First the kinds of rules of a domain, then the key of a record and
 * the side of the whole text. The heads of the network follow (at the words, and over the whole text), and the
 * language model comes last.
 */
export const readingSigns = [
  'phrases',
  'boolean',
  'number',
  'place',
  'age',
  'prototype',
  'pattern',
  'text',
  'record',
  'side',
  'mention',
  'label',
  'model',
] as const;

/** The probability that each sign alone gives, 0..1. */
export type Signs = Readonly<Partial<Record<(typeof readingSigns)[number], number>>>;

/**
 * The person that words are about. `denied`: the writer says that it is not so. `quoted`: code, quotations
 * and instructions, which are about no person.
 */
export const readingOwners = ['writer', 'counterpart', 'other', 'past', 'denied', 'quoted'] as const;
export type ReadingOwner = (typeof readingOwners)[number];

/**
 * `other_owner`: it is true of somebody else. `other_value`: a more probable one was taken. `derived`: the
 * network alone gives no value to a derived field.
 */
export const lostReasons = ['other_owner', 'other_value', 'derived', 'below_threshold'] as const;
export type LostReason = (typeof lostReasons)[number];
