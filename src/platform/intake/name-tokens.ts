/** «Preferred-Age (min)» becomes `preferred age min`: lower case, without accents, words apart. */
export function tokensOf(name: string): readonly string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
}

/** A value so that «Long-term» and «long_term» are equal. */
export function plainValue(value: string): string {
  return tokensOf(value).join(' ');
}
