import { text } from '../text/en.ts';
import styles from './reading.module.css';

interface Props {
  readonly path?: string | undefined;
  readonly signs?: Readonly<Record<string, number | undefined>> | undefined;
}

/** Where a value stands in its document, and what speaks for it. */
export function ReadingSource({ path, signs = {} }: Props) {
  const said = Object.entries(signs).flatMap(([name, probability]) =>
    probability === undefined
      ? []
      : [`${text.reading.signs[name] ?? name} ${text.common.percent(probability)}`],
  );
  const parts = [...(path === undefined ? [] : [text.reading.at(path)]), said.join(', ')];
  const shown = parts.filter((part) => part !== '').join(' · ');
  return shown === '' ? null : <span className={styles.source}>{shown}</span>;
}
