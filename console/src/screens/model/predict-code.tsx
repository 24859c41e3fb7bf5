import { Button, SegmentedControl } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from '../match/code-panel.module.css';
import type { Language } from '../match/code-snippet.ts';
import type { Asked } from './model-queries.ts';
import { predictSnippet } from './predict-snippet.ts';

export function PredictCode({ modelId, asked }: { readonly modelId: string; readonly asked: Asked }) {
  const words = text.model.play;
  const [language, setLanguage] = useState<Language>('curl');
  const { copy, copied } = useClipboard();
  const code = predictSnippet(language, modelId, asked, window.location.origin);
  const tools = (
    <div className={styles.tools}>
      <SegmentedControl
        size="xs"
        aria-label={words.code}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={Object.entries(text.match.code).map(([value, label]) => ({ value, label }))}
      />
      <Button size="xs" variant="default" onClick={() => copy(code)}>
        {copied ? text.common.copied : text.common.copy}
      </Button>
    </div>
  );
  return (
    <Panel title={words.code} lead={words.codeLead} aside={tools}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {code}
      </pre>
    </Panel>
  );
}
