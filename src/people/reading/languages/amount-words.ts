/**
 * The words that tell amounts of money from other numbers, and join the parts of one. A language without a
 * list of its own has the English one.
 */
type Words = ReadonlySet<string>;

export interface AmountWords {
  /** Units that are also words ("asking 250 in Leeds"): units only where they touch the number. */
  readonly touchingUnits: Words;
  /** Units that no rule converts. */
  readonly units: Words;
  /** Before an amount, also before one that looks like a year; and those not before a year: "from 2009". */
  readonly leads: Words;
  readonly leadsButToYears: Words;
  /** After an amount: "250 ono". */
  readonly endings: Words;
  /** Before a number that identifies something: "size 42". */
  readonly labels: Words;
  /** Nouns with a number of members: "set of 6". */
  readonly collectiveNouns: Words;
  /** Words that end the search for a counted noun. */
  readonly notCounted: Words;
  readonly irregularPlurals: Words;
  /** Nouns after a scaled number that is their amount: "100k first checks". */
  readonly nounsWithAmount: Words;
  /** Nouns that a number describes in the singular: "3 seater sofa", "5 door golf". */
  readonly attributiveNouns: Words;
  /** One of something. */
  readonly namesOfOne: Words;
  /** Before an amount whose thousands are set apart by a space. */
  readonly spacedLeads: Words;
  /** Units of a currency that cents may follow, words of cents, and the words behind them. */
  readonly wholeUnits: Words;
  readonly cents: Words;
  readonly afterCents: Words;
  /** Phrases between a number and its unit: "5 or more years", "3ish years". */
  readonly fillings: Words;
  /** Between the parts of a sum, and the writer as one of them: "2 devs and me". */
  readonly joins: Words;
  readonly authors: Words;
}
