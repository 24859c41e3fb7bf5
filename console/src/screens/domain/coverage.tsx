import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import type { FieldStatistics } from './domain-queries.ts';
import styles from './domain-table.module.css';
import { FieldExamples, type ShownExamples } from './field-examples.tsx';
import { signedPoints } from './points-scale.ts';

interface Props {
  readonly domain: string;
  readonly fields: FieldStatistics['fields'];
}

/**
 * For how many people each field is known, where its values come from, which are not understood and which
 * were corrected. The line is last week's share.
 */
export function Coverage({ domain, fields }: Props) {
  const [shown, setShown] = useState<ShownExamples | null>(null);
  return (
    <>
      <CoverageTable domain={domain} fields={fields} onExamples={setShown} />
      <p className={styles.lead}>{text.domain.coverageHelp}</p>
      {shown !== null && <FieldExamples domain={domain} shown={shown} />}
    </>
  );
}

interface TableProps extends Props {
  readonly onExamples: (shown: ShownExamples) => void;
}

function CoverageTable({ domain, fields, onExamples }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={text.domain.coverageTitle}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.domain.field}</th>
            <th scope="col" className={styles.optional}>
              {text.domain.kind}
            </th>
            <td aria-hidden="true" />
            <th scope="col" className={styles.number}>
              {text.domain.known}
            </th>
            <th scope="col" className={styles.number}>
              {text.domain.weekAgo}
            </th>
            <th scope="col" className={styles.number}>
              {text.domain.notUnderstood}
            </th>
            <th scope="col" className={styles.number}>
              {text.domain.corrected}
            </th>
            <th scope="col">{text.domain.source}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{words(field.name)}</th>
              <td className={styles.optional}>{text.domain.kinds[field.kind] ?? field.kind}</td>
              <td aria-hidden="true" className={styles.chart}>
                <svg>
                  <title>{text.domain.coverageOf(words(field.name), text.common.percent(field.share))}</title>
                  <rect className={styles.ground} width="100%" height="14" rx="3" />
                  <rect className={styles.share} width={`${field.share * 100}%`} height="14" rx="3" />
                  {field.share_week_ago !== null && (
                    <line
                      className={styles.ago}
                      x1={`${field.share_week_ago * 100}%`}
                      x2={`${field.share_week_ago * 100}%`}
                      y2="14"
                    />
                  )}
                </svg>
              </td>
              <td className={styles.number}>
                <Known domain={domain} field={field} />
              </td>
              <td className={styles.number}>{weekAgo(field)}</td>
              <td className={styles.number}>
                <Counted
                  count={field.not_understood}
                  shown={text.common.count(field.not_understood)}
                  label={text.domain.examplesOf(text.domain.notUnderstood, words(field.name))}
                  onOpen={() => onExamples({ field: field.name, kind: 'not_understood' })}
                />
              </td>
              <td className={styles.number}>
                <Counted
                  count={field.corrected}
                  shown={text.domain.correctedOf(field.corrected, field.compared)}
                  label={text.domain.examplesOf(text.domain.corrected, words(field.name))}
                  onOpen={() => onExamples({ field: field.name, kind: 'corrected' })}
                />
              </td>
              <td className={styles.sources}>{sourcesOf(field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Field = FieldStatistics['fields'][number];

/** Hard fields can be filtered: the people with a value, and those without one. */
function Known({ domain, field }: { readonly domain: string; readonly field: Field }) {
  const share = text.common.percent(field.share);
  if (field.kind !== 'hard') return share;
  const search = (exists: boolean) => ({ domain, filters: { [field.name]: { exists } } });
  const name = words(field.name);
  return (
    <>
      <Link to="/people" search={search(true)} aria-label={`${share}: ${text.domain.knownOf(name)}`}>
        {share}
      </Link>
      {field.share < 1 && (
        <>
          {' · '}
          <Link to="/people" search={search(false)} aria-label={text.domain.unknownOf(name)}>
            {text.domain.without}
          </Link>
        </>
      )}
    </>
  );
}

interface CountedProps {
  readonly count: number;
  readonly shown: string;
  readonly label: string;
  readonly onOpen: () => void;
}

function Counted({ count, shown, label, onOpen }: CountedProps) {
  if (count === 0) return shown;
  return (
    <button type="button" className={styles.link} aria-label={`${shown}, ${label}`} onClick={onOpen}>
      {shown}
    </button>
  );
}

function weekAgo({ share, share_week_ago }: Field): string {
  if (share_week_ago === null) return '–';
  const drift = Math.round((share - share_week_ago) * 100);
  const before = text.common.percent(share_week_ago);
  return drift === 0 ? before : `${before} (${signedPoints(drift)})`;
}

function sourcesOf({ sources }: Field): string {
  const all = Object.values(sources).reduce((sum, count) => sum + count, 0);
  return Object.entries(sources)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${text.domain.sources[name] ?? name} ${text.common.percent(count / all)}`)
    .join(', ');
}
