/** How a message to callers reads, as far as patterns can tell. */

/** Quoted text, examples and addresses, to which the rules do not apply. */
const quotations = /"(?:[^"\\]|\\.)*"|«[^»]*»|\{[^{}]*\}|(?<=\s)[/:]\S*\/\S*/g;

const MOST_QUOTED = 202;

/** Patterns that no message may match, by the name of the rule. */
const faults: Readonly<Record<string, RegExp>> = {
  "Zod's own words": /Invalid|Too (?:big|small)|Unrecognized|received|\bNaN\b|undefined|\[object/,
  'one of many': /\b1 (?:items|characters|bytes|keys|values|issues|years|faults)\b/,
  'many of one': /\b(?:0|[2-9]|\d{2,}) (?:item|character|byte|key|value|issue|fault)\b/,
  'a wrong article': /\ba (?:[aeio]|array|object|integer)|\ban (?:[bcdfgjklmnpqrstvwxyz])/,
  'a doubled space or stop': / {2}|\.\.|;;|,,|; ;|\s[,;.]|[,;]$/,
  // A route that does not exist is named as it was asked for.
  'an operation without /v1':
    /(?<!^There is no )\b(?:GET|POST|PUT|PATCH|DELETE) \/(?!v1\/|healthz|readyz|metrics|docs)/,
  'no words': /^\W*$/,
};

/** The names of the rules that a message breaks. */
export function rulesBroken(message: string): readonly string[] {
  const own = message.replaceAll(quotations, '«»');
  const long = (message.match(quotations) ?? []).some((quotation) => quotation.length > MOST_QUOTED);
  const broken = Object.entries(faults).flatMap(([rule, fault]) => (fault.test(own) ? [rule] : []));
  return long ? [...broken, 'a long quotation'] : broken;
}
