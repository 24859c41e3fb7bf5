import { Button } from '@mantine/core';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import type { UserRecord } from '../../api/queries.ts';
import { spansOf } from '../../parts/marked-pieces.ts';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './texts.module.css';

type Item = wire.UserExport['context_items'][number];

const AT_FIRST = 10;

/** The element of a stored text, for a link to it. */
export function textElementId(contextId: string): string {
  return `text-${contextId}`;
}

/** Stored texts, newest first, with marks on the passages that values were read from. */
export function Texts({ items, record }: { readonly items: readonly Item[]; readonly record: UserRecord }) {
  const [shown, setShown] = useState(AT_FIRST);
  const newest = items.toReversed();
  return (
    <Panel title={text.person.texts} lead={text.person.textsLead}>
      {newest.length === 0 && <p className={styles.dim}>{text.person.noTexts}</p>}
      <ol className={styles.items}>
        {newest.slice(0, shown).map((item) => (
          <li key={item.context_id} id={textElementId(item.context_id)} tabIndex={-1}>
            <p className={styles.dim}>
              {dateTime(item.created_at)} · {item.source}
            </p>
            <MarkedText text={item.content} spans={spansOf(record, item.context_id)} />
          </li>
        ))}
      </ol>
      {newest.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + AT_FIRST)}>
          {text.common.more}
        </Button>
      )}
    </Panel>
  );
}
