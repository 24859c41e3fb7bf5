import { Button, SegmentedControl } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { text } from '../text/en.ts';
import styles from './code-view.module.css';
import { Panel } from './panel.tsx';

export type Language = 'curl' | 'typescript' | 'python';

interface Props {
  readonly title: string;
  readonly lead?: string;
  readonly codeOf: (language: Language) => string;
}

/** A call as code in the language that is chosen, with a button that copies it. */
export function CodeView({ title, lead, codeOf }: Props) {
  const [language, setLanguage] = useState<Language>('curl');
  const { copy, copied } = useClipboard();
  const code = codeOf(language);
  const tools = (
    <div className={styles.tools}>
      <SegmentedControl
        size="xs"
        aria-label={title}
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
    <Panel title={title} lead={lead} aside={tools}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {code}
      </pre>
    </Panel>
  );
}
