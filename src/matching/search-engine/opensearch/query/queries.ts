/** The parts that queries are made of. All of them filter; none has a score. */
export type Query = Readonly<Record<string, unknown>>;

export function word(text: string): Query {
  return { term: { t: text } };
}

/** Any of them. */
export function words(some: readonly string[]): Query {
  return some.length === 1 ? word(some[0]!) : { terms: { t: some } };
}

export function allOf(queries: readonly Query[]): Query {
  return queries.length === 1 ? queries[0]! : { bool: { filter: queries } };
}

export function without(queries: readonly Query[]): Query {
  return { bool: { must_not: queries } };
}

export function anyOf(queries: readonly Query[]): Query {
  if (queries.length === 1) return queries[0]!;
  return { bool: { should: queries, minimum_should_match: 1 } };
}
