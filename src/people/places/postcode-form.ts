/**
 * The form in which postcodes are compared. It has no spaces and hyphens. It keeps only the part that names
 * an area with a known place: "SW1A 1AA" is SW1A, "1012 AB" is 1012.
 */

const kept: Readonly<Record<string, RegExp>> = {
  GB: /^([A-Z]{1,2}\d[A-Z\d]?)(?:\d[A-Z]{2})?$/,
  CA: /^([A-Z]\d[A-Z])(?:\d[A-Z]\d)?$/,
  NL: /^(\d{4})(?:[A-Z]{2})?$/,
  IE: /^([A-Z]\d[\dW])(?:[A-Z\d]{4})?$/,
  PT: /^(\d{4})(?:\d{3})?$/,
  US: /^(\d{5})(?:\d{4})?$/,
};

/** '' where the code has not the country's form. */
export function postcodeForm(country: string, code: string): string {
  const bare = code.toUpperCase().replace(/[\s.-]+/g, '');
  const form = kept[country];
  return form === undefined ? bare : (form.exec(bare)?.[1] ?? '');
}
