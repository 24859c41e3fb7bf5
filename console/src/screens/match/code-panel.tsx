import { Button, SegmentedControl } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import type { MatchRequest } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './code-panel.module.css';
import { codeSnippet, type Language } from './code-snippet.ts';

interface Props {
  readonly request: MatchRequest;
  readonly label?: string;
}

export function CodePanel({ request, label }: Props) {
  const [language, setLanguage] = useState<Language>('curl');
  const { copy, copied } = useClipboard();
  const code = codeSnippet(language, request, window.location.origin);
  const tools = (
    <div className={styles.tools}>
      <SegmentedControl
        size="xs"
        aria-label={text.match.tabs.code}
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
    <Panel
      title={label === undefined ? text.match.tabs.code : `${text.match.tabs.code}: ${label}`}
      lead={text.match.codeLead}
      aside={tools}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {code}
      </pre>
    </Panel>
  );
}
