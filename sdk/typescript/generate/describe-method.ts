import { methodOf, type Operation, operations, optionsOf } from './document.ts';

const WIDTH = 100;

/** The comment above a method: summary, description, and the scope that its key needs. */
export function describeMethod(operation: Operation): string {
  const { summary, description, deprecated, 'x-scope': scope = [] } = operation;
  const scopes = [scope].flat().map((name) => `\`${name}\``);
  const paragraphs = [
    deprecated ? [] : `${summary}.`,
    `${deprecated ? '@deprecated ' : ''}${inMethods(description)}`,
    optionsOf(operation).retries === 0
      ? 'Not tried again by itself: an attempt whose answer was lost may have done the work.'
      : [],
    scopes.length > 0 ? `The key needs the scope ${scopes.join(' or ')}.` : [],
  ].flat();
  const lines = paragraphs.flatMap((text, place) => [...(place > 0 ? [''] : []), ...wrapped(text)]);
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

/** Operations by their methods: `users.get` in place of GET /v1/users/{user_id}. */
function inMethods(text: string): string {
  return text.replace(/`?\b([A-Z]+) (\/[\w/{}-]+)`?/g, (whole, method: string, path: string) => {
    const named = operations.find((other) => other.method === method && other.path === path);
    return named ? `\`${methodOf(named)}\`` : whole;
  });
}

function wrapped(text: string): readonly string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
