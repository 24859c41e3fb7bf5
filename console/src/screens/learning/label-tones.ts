/** The colour of each label: the built-in ones have their own, the others share the rest. */
const known: Readonly<Record<string, string>> = {
  accepted: '--s2',
  converted: '--s1',
  rejected: '--bad-fill',
  expired: '--s6',
};
const others = ['--s3', '--s4', '--s5'] as const;

export function labelTone(label: string, position: number): string {
  return (
    (Object.hasOwn(known, label) ? known[label] : undefined) ?? others[position % others.length] ?? '--s3'
  );
}
