/**
 * A text that is a JSON document as a whole ("{"age": 29, "city": "Lisbon"}") is a form that its author
 * filled in. It is read as lines "age: 29". Every UTF-16 unit is replaced by one unit, so that spans hold for
 * the text as given.
 */
export function withoutJsonMarks(text: string): string {
  if (!/[}\]]\s*$/.test(text) || !(isFlow(text) || (/^\s*[{[]/.test(text) && isJson(text)))) return text;
  // Cut into whole strings and single marks, so that marks inside a string stay.
  return text.replace(/"((?:[^"\\]|\\.)*)"|[{}[\],]/g, (piece, inner: string | undefined, at: number) => {
    if (inner === undefined)
      return piece === ',' && !isInList(text, at) && !isInShortObject(text, at)
        ? '\n'
        : piece === ','
          ? ','
          : ' ';
    return ` ${/^\w+$/.test(inner) ? inner.replaceAll('_', ' ') : inner} `;
  });
}

/** Keys without quotation marks, as YAML allows: "agent: {tasks: [devops], cost: {model: per_token}}". */
function isFlow(text: string): boolean {
  return (
    /^\s*(?:[\w-]{1,40}\s*:\s*)?\{\s*[\w-]{1,40}\s*:/.test(text) && (text.match(flowKey)?.length ?? 0) >= 3
  );
}

const flowKey = /[{,]\s{0,20}[\w-]{1,40}\s{0,4}:/g;

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const LOOK_BACK = 200;

/** Whether the comma stands between two items of a list: the nearest bracket before it opens a list. */
function isInList(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  return (
    before.lastIndexOf('[') >
    Math.max(before.lastIndexOf(']'), before.lastIndexOf('{'), before.lastIndexOf('}'))
  );
}

/**
 * Units between the braces of an object whose keys stay in the line of its own key: {"from": 2500, "to":
 * 3200}.
 */
const SHORT_OBJECT = 60;

function isInShortObject(text: string, at: number): boolean {
  const [open, close] = [text.lastIndexOf('{', at), text.indexOf('}', at)];
  if (open <= 0 || close < 0 || close - open > SHORT_OBJECT || !/:\s*$/.test(text.slice(0, open)))
    return false;
  return !/[{}]/.test(text.slice(open + 1, close));
}
