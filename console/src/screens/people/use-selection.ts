import { useState } from 'react';

/** Chosen people, by id, over all pages. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const set = (changed: readonly string[], isSelected: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return { ids, set, clear: () => setIds(new Set()) } as const;
}
