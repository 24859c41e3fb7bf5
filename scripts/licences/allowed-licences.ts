/** The licences that a dependency may have, by their SPDX names. */

const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  // The text of duck's licence is that of BSD-2-Clause.
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];
/** Bind changes of the package itself, and nothing of a program beside it. */
const ofTheFileOrLibrary = [
  // Lightning CSS and its like, which build the console and are used unchanged.
  'MPL-2.0',
  // The shared library libvips, which sharp loads and any user may replace.
  'LGPL-3.0-or-later',
];
/** The font of the console. */
const ofFonts = ['OFL-1.1'];

const allowed: ReadonlySet<string> = new Set([...permissive, ...ofTheFileOrLibrary, ...ofFonts]);

/** An SPDX expression is allowed if all sides of AND are, or one side of OR is. */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && allowed.has(token);
    const inner = either();
    return tokens[at++] === ')' && inner;
  };
  const all = (): boolean => {
    let holds = one();
    while (tokens[at]?.toUpperCase() === 'AND') {
      at++;
      const next = one();
      holds &&= next;
    }
    return holds;
  };
  const either = (): boolean => {
    let holds = all();
    while (tokens[at]?.toUpperCase() === 'OR') {
      at++;
      const next = all();
      holds ||= next;
    }
    return holds;
  };
  return either() && at === tokens.length;
}
