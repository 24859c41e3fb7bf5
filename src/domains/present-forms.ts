/** The forms of an English verb in the present: "scan" gives scan, scans and scanning. */

/** One syllable that ends in one vowel and one consonant: "scan", "quiz", but not "read" or "edit". */
const doubles = /^(?:[^aeiou]*(?:qu)?)[aeiou][^aeiouwxy]$/;

export function presentForms(verb: string): readonly string[] {
  return [verb, thirdPerson(verb), participle(verb)];
}

function thirdPerson(verb: string): string {
  if (/^(?:quiz)$/.test(verb)) return `${verb}zes`;
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function participle(verb: string): string {
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return doubles.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}
