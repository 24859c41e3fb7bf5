import { useState } from 'react';
import type { FieldSchema } from './api-operation.ts';
import { bodyOf, faultsOf, type Typed } from './form-body.ts';

/**
 * A form of the schema: what was typed, the body that it makes, and its faults, which are shown once it was
 * sent.
 */
export function useTyped(schema: FieldSchema, initial: Typed = {}) {
  const [typed, setTyped] = useState<Typed>(initial);
  const [isSent, setSent] = useState(false);
  const faults = faultsOf(schema, typed);
  return {
    typed,
    body: bodyOf(schema, typed),
    faults: isSent ? faults : {},
    set: (path: string, value: string) => setTyped((before) => ({ ...before, [path]: value })),
    /** Whether it may be sent. From now on its faults are shown. */
    check: () => {
      setSent(true);
      return Object.keys(faults).length === 0;
    },
  };
}

export type TypedForm = ReturnType<typeof useTyped>;
