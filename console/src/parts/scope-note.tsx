import { text } from '../text/en.ts';
import { EmptyState } from './empty-state.tsx';

/** Shown in place of data that the key may not see. */
export function ScopeNote({ scope }: { readonly scope: string }) {
  return <EmptyState title={text.error.noScope(scope)} />;
}
