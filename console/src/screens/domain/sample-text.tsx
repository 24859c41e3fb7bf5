import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/error-code.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import styles from './try-text.module.css';

interface Props {
  readonly domain: string;
  readonly onText: (text: string) => void;
}

/** The text of a sample person, another one each time. */
export function SampleText({ domain, onText }: Props) {
  const [taken, setTaken] = useState(0);
  const samples = useMutation({ mutationFn: () => textsOf(domain) });
  const take = async () => {
    const texts = samples.data ?? (await samples.mutateAsync().catch(() => []));
    const next = texts[taken % texts.length];
    if (next !== undefined) onText(next);
    setTaken(taken + 1);
  };
  const hasNone = samples.data?.length === 0 || (samples.error && codeOf(samples.error) === 'not_found');
  return (
    <>
      <Button size="xs" variant="default" loading={samples.isPending} onClick={() => void take()}>
        {samples.data ? text.domain.form.nextSample : text.domain.form.sample}
      </Button>
      {hasNone && (
        <p role="status" className={styles.dim}>
          {text.domain.form.noSamples}
        </p>
      )}
      {samples.error && !hasNone && <ErrorNote error={samples.error} />}
    </>
  );
}

async function textsOf(domain: string): Promise<readonly string[]> {
  const { data } = await client.users.samples(domain);
  return data.flatMap(({ context }) => (typeof context === 'string' && context !== '' ? [context] : []));
}
