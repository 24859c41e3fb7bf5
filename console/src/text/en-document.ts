import { plural } from './plural.ts';

type Dropped = 'repeated_lines' | 'pages_without_text' | 'images' | 'scripts' | 'menus';

export const documentText = {
  title: 'Add a document',
  lead: 'A CV, a letter, a one-pager: its text is added to this person and read.',
  choose: 'Choose a document',
  drop: 'Or drop a PDF, DOCX, HTML, Markdown, LaTeX, JSON or text file here.',
  source: 'Source',
  sourceHint: 'Where the document comes from: one of these, or a label of your own.',
  sending: (name: string, size: string) => `Sending ${name} (${size})…`,
  reading: (name: string) => `Reading ${name}…`,
  read: (name: string, format: string, pages: number | undefined, characters: number) =>
    `${name} was read: ${format.toUpperCase()}, ${pages === undefined ? '' : `${plural(pages, 'page', 'pages')}, `}${plural(characters, 'character', 'characters')}.`,
  same: 'The person has this text already.',
  taken: (fields: string) => `Values that changed: ${fields}.`,
  nothingTaken: 'No value changed.',
  conflict: (field: string, seen: string, kept: string) =>
    `${field}: the document says ${seen}; ${kept} stays, since it weighs more.`,
  dropped: (parts: string) => `Not in the text: ${parts}.`,
  droppedParts: {
    repeated_lines: (count) => plural(count, 'repeated line', 'repeated lines'),
    pages_without_text: (count) => plural(count, 'page without text', 'pages without text'),
    images: (count) => plural(count, 'image', 'images'),
    scripts: (count) => plural(count, 'script or style', 'scripts and styles'),
    menus: (count) => plural(count, 'menu or form', 'menus and forms'),
  } satisfies Record<Dropped, (count: number) => string>,
  kept: 'The file itself is kept.',
  notKept: 'The file itself is not kept.',
  toText: 'Go to its text',
} as const;
