/**
 * The subject of a word: the profile itself, the wished-for counterpart, another person, the past, a
 * quotation.
 */
export type WordScope = 'self' | 'wish' | 'other' | 'past' | 'quoted';
