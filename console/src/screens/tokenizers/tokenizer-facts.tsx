import type { wire } from 'counterpart-client';
import { Panel } from '../../parts/panel.tsx';
import { capitalized, shownValue } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './tokenizers.module.css';

/** Settings of a tokenizer, and the measures of its fit. */
export function TokenizerFacts({ tokenizer }: { readonly tokenizer: wire.Tokenizer }) {
  const { diagnostics, error, ...fields } = tokenizer;
  const { summary, ...measured } = diagnostics ?? {};
  return (
    <div className={styles.column}>
      {(typeof summary === 'string' || error) && (
        <Panel title={text.tokenizers.quality}>
          {typeof summary === 'string' && <p className={styles.words}>{summary}</p>}
          {error && <p className={styles.bad}>{error.message}</p>}
        </Panel>
      )}
      <Panel title={text.tokenizers.settings}>
        <Facts values={fields} />
      </Panel>
      {Object.keys(measured).length > 0 && (
        <Panel title={text.tokenizers.measured}>
          <Facts values={measured} />
        </Panel>
      )}
    </div>
  );
}

const leftOut = new Set(['request_id', 'name']);

function Facts({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const shown = Object.entries(values).filter(([name, value]) => isShort(value) && !leftOut.has(name));
  return (
    <dl className={styles.facts}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{capitalized(name)}</dt>
          <dd>{shownValue(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function isShort(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= 8 && value.every(isShort);
  return ['string', 'number', 'boolean'].includes(typeof value);
}
