import { hasMatched } from '../../api/matched-store.ts';
import { useSession } from '../../shell/session-context.ts';
import { useDomainPeople, useListed, usePeopledDomains, useYear } from './home-queries.ts';
import { outcomesOf } from './outcomes-of.ts';
import type { Progress } from './steps.ts';

/** How far the workspace has come, and the domain in which it goes on. */
export function useProgress(): { readonly progress: Progress; readonly domain: string | undefined } {
  const session = useSession();
  const people = useDomainPeople();
  const peopled = usePeopledDomains();
  const { matches, outcomes } = useYear();
  const { datasets, models, runs } = useListed();
  const complete = (years: readonly unknown[]) =>
    people.data !== undefined && years.length === peopled.length;
  const matched =
    hasMatched(session.tenant.id) || matches.some(({ data }) => data.some((day) => day.matches > 0));
  return {
    domain: peopled[0] ?? session.domains[0],
    progress: {
      ...(people.data && { people: peopled.length > 0 }),
      ...(complete(matches) && { match: matched }),
      ...(complete(outcomes) && { outcome: outcomes.some((year) => outcomesOf(year).current > 0) }),
      ...(runs.data && { ranking: runs.data.rows.some(({ status }) => status === 'deployed') }),
      ...(datasets.data && { dataset: datasets.data.rows.length > 0 }),
      ...(models.data && { model: models.data.rows.some(({ status }) => status === 'ready') }),
    },
  };
}
