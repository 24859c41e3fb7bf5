/**
 * The two files of a shipped domain as one text, in the form of an operator's file. Blocks of text are put
 * beside each other, because parsing and printing 400 KB would hold the answering thread for a fifth of a
 * second. The files are ours, and a test reads the joined text of each.
 */
const EXTRACTION = /^extraction:\n(?: .*\n)*/m;
const REQUESTS = /^( *)requests:\n((?:\1 +.*\n)*)/m;
const FIELD = /^- name: (\w+)\n(?: .*\n)*/gm;
const RULES_OF_FIELD = /^ {2}(\w+):\n((?: {4}.*\n)*)/gm;

export function joinSource(definition: string, words: string): string {
  const [cues = '', fields = ''] = words.split(/^fields:\n/m);
  const requests = REQUESTS.exec(cues)?.[2] ?? '';
  const rules = new Map([...fields.matchAll(RULES_OF_FIELD)].map(([, name, text]) => [name, text]));
  return definition
    .replace(EXTRACTION, (settings) => {
      const withRequests = settings.replace(REQUESTS, (block) => block + indented(requests));
      return `${withRequests}${indented(cues.replace(REQUESTS, '').trimEnd())}\n`;
    })
    .replace(FIELD, (field, name: string) => {
      const text = rules.get(name);
      return text === undefined ? field : `${field}  extract:\n${text}`;
    });
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
