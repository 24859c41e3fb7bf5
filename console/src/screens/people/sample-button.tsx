import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from 'counterpart-client';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';
import { storedSamples } from './sample-ids.ts';

interface Props {
  readonly domain: string;
  readonly onFound: (ids: readonly string[]) => void;
}

/** Looks for the sample people of the domain, so that they can be erased at once. */
export function SampleButton({ domain, onFound }: Props) {
  const samples = useMutation({ mutationFn: () => storedSamples(domain), onSuccess: onFound });
  const hasNone = samples.error instanceof ApiError && samples.error.code === 'not_found';
  return (
    <span className={styles.samples}>
      <Button variant="default" loading={samples.isPending} onClick={() => samples.mutate()}>
        {text.people.samples}
      </Button>
      <span role="status">
        {hasNone && text.people.noSamples}
        {samples.data?.length === 0 && text.people.noneOfSamples}
        {samples.error && !hasNone && samples.error.message}
      </span>
    </span>
  );
}
