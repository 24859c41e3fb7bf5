import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { schemasQuery } from '../../api/queries.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import {
  type Alert,
  connectorAlerts,
  fieldAlerts,
  jobAlerts,
  rejectAlerts,
  runAlerts,
  scoreAlerts,
  webhookAlerts,
} from './alerts.ts';
import { useListed, useTraffic, useYear } from './home-queries.ts';

/** Failed jobs and refused messages of earlier days are not urgent any more. */
const RECENT_MS = 7 * 86_400_000;

/** All alerts that the key may see, the most specific first. */
export function useAlerts(): readonly Alert[] {
  const session = useSession();
  const { data: schemas = [] } = useQuery({ ...schemasQuery, enabled: allows(session, 'read') });
  const { matches, fields } = useYear();
  const { jobs, runs } = useListed();
  const { rejects, connectors, webhooks } = useTraffic();
  const nowMs = useMemo(() => Date.now(), []);
  const sinceMs = nowMs - RECENT_MS;
  const termsOf = (domain: string) => schemas.find((schema) => schema.domain === domain)?.terms ?? [];
  return [
    ...runAlerts(runs.data?.rows ?? []),
    ...jobAlerts(jobs.data?.rows ?? [], sinceMs),
    ...webhookAlerts(webhooks),
    ...connectorAlerts(connectors, nowMs),
    ...rejectAlerts(rejects.filter(({ at }) => Date.parse(at) >= sinceMs)),
    ...matches.flatMap(scoreAlerts),
    ...fields.flatMap((each) => fieldAlerts(each, termsOf(each.domain))),
  ];
}
