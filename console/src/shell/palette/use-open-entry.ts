import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { rememberEntry } from '../../api/recent-entries.ts';
import { useSession } from '../session-context.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** Leads to an entry and remembers it. A person is remembered by the screen, once the person was found. */
export function useOpenEntry(): (entry: PaletteEntry) => void {
  const navigate = useNavigate();
  const { tenant } = useSession();
  return (entry) => {
    if (entry.kind !== 'person') rememberEntry(tenant.id, entry.key);
    void openEntry(entry, navigate);
  };
}

function openEntry(entry: PaletteEntry, navigate: UseNavigateResult<string>): Promise<void> {
  switch (entry.kind) {
    case 'page':
      return navigate({ to: entry.to, search: entry.search ?? {} });
    case 'person': {
      const search = entry.domain === undefined ? {} : { domain: entry.domain };
      return navigate({ to: '/people/$userId', params: { userId: entry.id }, search });
    }
    case 'model':
      return navigate({ to: '/models/$modelId', params: { modelId: entry.id } });
    case 'dataset':
      return navigate({ to: '/datasets/$datasetId', params: { datasetId: entry.id } });
    case 'tokenizer':
      return navigate({ to: '/tokenizers/$tokenizerId', params: { tokenizerId: entry.id } });
    case 'simulation':
      return navigate({ to: '/simulations/$simulationId', params: { simulationId: entry.id } });
    case 'experiment':
      return navigate({ to: '/experiments/$experimentId', params: { experimentId: entry.id } });
    case 'job':
      return navigate({ to: '/jobs', search: { job: entry.id } });
    default:
      return entry satisfies never;
  }
}
