/**
 * Splits the text of an item into a title, a description, and features. A line `name: value` is a feature, as
 * the content of tokenizers writes attributes. The first other line is the title.
 */

export interface ItemText {
  /** At most 200 characters; '' for a blank text. */
  readonly title: string;
  /** The other lines that are no features, joined by spaces, at most 200 characters. */
  readonly description: string;
  /** At most 20, in the order of the text; the first of a name wins. Values have at most 200 characters. */
  readonly features: ReadonlyMap<string, string>;
}

const MAX_CHARACTERS = 200;
/** The address of a picture may be longer than what is shown; one of this length may have been cut. */
export const MAX_ADDRESS_CHARACTERS = 2048;
const MAX_FEATURES = 20;
/** Starts with a letter; at most 64 characters. The space tells it from the scheme of an address. */
const featureLine = /^\s*(\p{L}[\p{L}\p{N} _.-]{0,63}?)\s*:\s+(\S.*)$/u;
const titleNames = ['title', 'name'];

export function readItemText(text: string): ItemText {
  const features = new Map<string, string>();
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = featureLine.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      if (line.trim() !== '') lines.push(line.trim());
    } else if (!features.has(name) && features.size < MAX_FEATURES) {
      features.set(
        name,
        trimmed(value.trim(), isPictureName(name) ? MAX_ADDRESS_CHARACTERS : MAX_CHARACTERS),
      );
    }
  }
  const named = [...features].find(([name]) => titleNames.includes(name.toLowerCase()))?.[1];
  const title = named ?? lines.shift() ?? [...features].map(([name, value]) => `${name}: ${value}`)[0] ?? '';
  return { title: trimmed(title), description: trimmed(lines.join(' ')), features };
}

/** `image_url`, `Image URL`, `picture`, `cover_image` and the like. */
export function isPictureName(name: string): boolean {
  return /^(.*[ _.-])?(image|picture|photo|thumbnail|poster|cover|img)([ _.-]?(url|uri|link|address))?$/i.test(
    name,
  );
}

/** Cuts after whole characters and says so with an ellipsis. */
function trimmed(text: string, most = MAX_CHARACTERS): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
