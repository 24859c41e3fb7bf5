import type { ReadDocument } from '../api/documents.ts';
import { text } from '../text/en.ts';
import styles from './document-drop.module.css';

type Facts = ReadDocument['document'];

/** Format, size and pages of a document, and the parts that were left out of its text. */
export function DocumentFacts({ name, facts }: { readonly name: string; readonly facts: Facts }) {
  const dropped = droppedParts(facts.dropped);
  return (
    <>
      <p>{text.document.read(name, facts.format, facts.pages, facts.characters)}</p>
      {dropped !== '' && <p className={styles.dim}>{text.document.dropped(dropped)}</p>}
    </>
  );
}

function droppedParts({ repeated_lines, pages_without_text, images, scripts, menus }: Facts['dropped']) {
  const { droppedParts: shown } = text.document;
  return [
    repeated_lines && shown.repeated_lines(repeated_lines),
    pages_without_text && shown.pages_without_text(pages_without_text),
    images && shown.images(images),
    scripts && shown.scripts(scripts),
    menus && shown.menus(menus),
  ]
    .filter(Boolean)
    .join(', ');
}
