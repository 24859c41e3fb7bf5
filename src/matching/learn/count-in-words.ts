/** `1 seeker`, `2 seekers`. */
export function countInWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
