import { useQuery } from '@tanstack/react-query';
import { type Chosen, sniffFile } from './sniff-file.ts';

const numbers = new WeakMap<File, number>();
let last = 0;

/** A number for each file that was chosen: names and sizes may be equal. */
export function numberOf(file: File): number {
  const known = numbers.get(file) ?? ++last;
  numbers.set(file, known);
  return known;
}

/** The guesses from the beginning of a file. */
export function useSniffed(file: File, chosen: Chosen) {
  return useQuery({
    queryKey: ['import-file', numberOf(file), chosen],
    queryFn: () => sniffFile(file, chosen),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
