import { NumberInput } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  /** `undefined`: the input was emptied. */
  readonly onCommit: (value: number | undefined) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** The label is for screen readers, where a heading beside it says the same. */
  readonly bare?: boolean;
}

/** A number that is written into the definition when it is left, or by Enter. */
export function CommitNumber({ label, value, onCommit, bare = false, ...shown }: Props) {
  const [draft, setDraft] = useState<number | string | null>(null);
  const commit = () => {
    const number = draft === '' ? undefined : Number(draft);
    if (draft !== null && number !== value && !Number.isNaN(number)) onCommit(number);
    setDraft(null);
  };
  return (
    <NumberInput
      {...shown}
      {...(bare ? { 'aria-label': label } : { label })}
      decimalScale={6}
      value={draft ?? value ?? ''}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
