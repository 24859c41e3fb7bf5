import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { codeOf } from '../../api/error-code.ts';
import { checkQuery, type Owner } from './domain-queries.ts';

const PAUSE_MS = 300;
const MAX_RETRIES = 2;

/** State of the check of the editor's text: answered, awaited, or failed. */
export type CheckState = 'checked' | 'checking' | 'failed';

/**
 * The check of the text in the editor, a moment after it was typed. The former check stays until the next is
 * there.
 */
export function useCheck(owner: Owner, source: string, sample: string) {
  const [settled] = useDebouncedValue({ source, sample }, PAUSE_MS);
  const texts = settled.sample.trim() === '' ? [] : [settled.sample];
  const check = useQuery({
    ...checkQuery(owner, settled.source, texts),
    placeholderData: keepPreviousData,
    // A check beside too many others is refused with 503. Any other refusal would only be repeated.
    retry: (failures, error) => failures < MAX_RETRIES && codeOf(error) === 'overloaded',
  });
  const isSettled = settled.source === source && settled.sample === sample && !check.isFetching;
  const answer: CheckState = check.isError ? 'failed' : 'checked';
  const state: CheckState = isSettled && !check.isPending ? answer : 'checking';
  return {
    check,
    state,
    /** The text that the answer is about. */
    sample: settled.sample,
  } as const;
}
