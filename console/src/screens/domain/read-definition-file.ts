/** A file as the text of a definition. Its YAML is checked by the service, as that of the editor is. */
import { shownBytes } from '../../parts/units.ts';
import { text } from '../../text/en.ts';

const MAX_BYTES = 1024 * 1024;
const LINE_FEED = 10;

/** Throws an Error whose message says why the file is refused, with the line. */
export async function readDefinitionFile(file: File): Promise<string> {
  const { form } = text.domain;
  if (file.size > MAX_BYTES) throw new Error(form.fileTooLarge(file.name, shownBytes(file.size)));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const line = faultyLine(bytes);
  if (line !== null) throw new Error(form.fileNoText(file.name, line));
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

/** The first line that is no text in UTF-8. */
export function faultyLine(bytes: Uint8Array): number | null {
  if (isText(bytes)) return null;
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end === -1 ? bytes.length : end + 1;
    if (!isText(bytes.subarray(from, to))) return line;
    from = to;
  }
  return line;
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
