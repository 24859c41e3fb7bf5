import { Textarea } from '@mantine/core';
import { LostList } from '../../parts/lost-list.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ReadingSource } from '../../parts/reading-source.tsx';
import { capitalized, shownClause, shownValue } from '../../parts/words.ts';
import { text as words } from '../../text/en.ts';
import type { TriedText } from './domain-queries.ts';
import { SampleText } from './sample-text.tsx';
import styles from './try-text.module.css';

interface Props {
  /** null: the samples of a workspace are not the caller's. */
  readonly sampleDomain: string | null;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly result: TriedText | undefined;
  /** The text that the result is about. */
  readonly readText: string;
  readonly faulty: boolean;
  readonly busy: boolean;
}

const MAX_CHARACTERS = 16 * 1024;

/** A trial text, and the fields that the definition in the editor finds in it, while both are written. */
export function TryText({ sampleDomain, text, onText, result, readText, faulty, busy }: Props) {
  const found = [...(result?.fields ?? []), ...(result?.preferences ?? [])];
  const spans = found.flatMap(({ field, span }) =>
    span === null ? [] : [{ name: field, start: span[0] as number, end: span[1] as number }],
  );
  return (
    <Panel title={words.domain.tryTitle} lead={words.domain.tryLead}>
      <Textarea
        label={words.domain.tryLabel}
        placeholder={words.domain.tryPlaceholder}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        rows={4}
        maxLength={MAX_CHARACTERS}
        spellCheck={false}
      />
      {sampleDomain !== null && (
        <div className={styles.sample}>
          <SampleText domain={sampleDomain} onText={onText} />
        </div>
      )}
      <div className={styles.result} aria-live="polite" aria-busy={busy}>
        {text.trim() !== '' && faulty && <p className={styles.dim}>{words.domain.tryFaulty}</p>}
        {text.trim() !== '' && result && !faulty && (
          <>
            <MarkedText text={readText} spans={spans} />
            {found.length === 0 && <p className={styles.dim}>{words.domain.tryNothing}</p>}
            <Findings title={words.domain.tryFound} findings={result.fields} shown={shownValue} />
            <Findings title={words.domain.tryWishes} findings={result.preferences} shown={shownClause} />
            <details>
              <summary>{words.reading.lostCount(Object.values(result.lost).flat().length)}</summary>
              <LostList lost={result.lost} />
            </details>
          </>
        )}
      </div>
    </Panel>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly findings: TriedText['fields'];
  readonly shown: (value: unknown) => string;
}

function Findings({ title, findings, shown }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.list}>
        {findings.map(({ field, value, probability, span, path, signs }) => (
          <div key={field}>
            <dt>{capitalized(field)}</dt>
            <dd>
              {shown(value)}
              <span>
                {span === null
                  ? words.domain.byDefault
                  : words.domain.sure(words.common.percent(probability))}
              </span>
              <ReadingSource path={path} signs={signs} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
