import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { checkQuery, type Owner } from './domain-queries.ts';

const PAUSE_MS = 500;

/** The check of what stands in the editor, a moment after it was typed; the one before stays until the next is there. */
export function useCheck(owner: Owner, source: string, sample: string) {
  const [settled] = useDebouncedValue({ source, sample }, PAUSE_MS);
  const texts = settled.sample.trim() === '' ? [] : [settled.sample];
  const check = useQuery({
    ...checkQuery(owner, settled.source, texts),
    placeholderData: keepPreviousData,
    // A check that waits for others is refused with 503 and asked for again.
    retry: 2,
    enabled: settled.source.trim() !== '',
  });
  const isCurrent = settled.source === source && settled.sample === sample && !check.isPlaceholderData;
  return {
    check,
    /** Whether the answer is about what stands in the editor now. */
    isCurrent: isCurrent && check.data !== undefined,
    /** The text that the answer is about. */
    sample: settled.sample,
  } as const;
}
