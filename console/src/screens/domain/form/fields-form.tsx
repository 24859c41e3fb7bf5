import { Accordion } from '@mantine/core';
import { useState } from 'react';
import type { Fault } from '../domain-queries.ts';
import { AddField } from './add-field.tsx';
import { FieldCard } from './field-card.tsx';
import type { Editing } from './use-entry.ts';

interface Props extends Editing {
  readonly faults: readonly Fault[];
  readonly onLine: (line: number) => void;
}

/** The fields one below the other, of which one is open. */
export function FieldsForm({ faults, onLine, ...editing }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <Accordion value={open} onChange={setOpen} chevronPosition="left">
        {editing.form.fields.map((entry) => (
          <FieldCard
            key={entry.at}
            entry={entry}
            faults={faults}
            isOpen={open === String(entry.at)}
            onLine={onLine}
            {...editing}
          />
        ))}
      </Accordion>
      <AddField {...editing} onAdded={(at) => setOpen(String(at))} />
    </>
  );
}
