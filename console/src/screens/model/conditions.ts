/** Further keys of a prediction, written as JSON: filters, boosts, rules, a person in place of the history. */

export type Conditions = Readonly<Record<string, unknown>>;

/** The longest text that fits an address. */
export const MOST_CHARACTERS = 4000;

/** null: the text is no object of JSON, or too long. No text is no condition. */
export function conditionsOf(text: string): Conditions | null {
  if (text.trim() === '') return {};
  if (text.length > MOST_CHARACTERS) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Conditions)
      : null;
  } catch {
    return null;
  }
}

export type ContextValue = string | number | undefined;

/** The conditions, as text, with another value of the context; undefined: none. */
export function withContext(conditions: Conditions, name: string, value: ContextValue): string {
  const { context, ...others } = conditions;
  const values = { ...contextIn(conditions), [name]: value };
  const isEmpty = Object.values(values).every((one) => one === undefined);
  const next = isEmpty ? others : { ...others, context: values };
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next);
}

export function contextIn({ context }: Conditions): Readonly<Record<string, unknown>> {
  return typeof context === 'object' && context !== null && !Array.isArray(context)
    ? (context as Readonly<Record<string, unknown>>)
    : {};
}

interface Asked {
  readonly history: readonly string[];
  readonly limit: number;
  readonly more: Conditions;
}

/** The body of the request. A person or a session stands in place of the history. */
export function bodyOf({ history, limit, more }: Asked): Conditions {
  const isStored = more.person_id !== undefined || more.session_id !== undefined;
  return { ...(!isStored && { history: [...history] }), limit, ...more };
}
