import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  readonly rows?: number;
}

/** A text that is written into the definition when it is left, or by Enter. */
export function CommitText({ value, onCommit, rows, ...shown }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== value) onCommit(draft);
    setDraft(null);
  };
  const common = {
    ...shown,
    value: draft ?? value,
    onBlur: commit,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setDraft(currentTarget.value),
  };
  if (rows !== undefined) return <Textarea {...common} rows={rows} />;
  return <TextInput {...common} onKeyDown={({ key }) => key === 'Enter' && commit()} />;
}
