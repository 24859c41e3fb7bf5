import { UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon } from '@radix-ui/react-icons';
import type { MatchRequest, MatchResult } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import { Funnel } from './funnel.tsx';
import { FunnelLine } from './funnel-line.tsx';
import styles from './funnel-strip.module.css';
import { useMatchSearch } from './use-match-search.ts';

interface Props {
  readonly result: MatchResult;
  readonly request: MatchRequest;
  readonly label?: string;
}

/** The funnel on one line: how many are left after each stage. It opens to the rules and to who fell out. */
export function FunnelStrip({ result, request, label }: Props) {
  const { search, change } = useMatchSearch();
  const explains = search.ask !== undefined || result.matches.length === 0;
  const open = search.funnel ?? explains;
  const toggle = () => change(open ? { funnel: false, ask: undefined } : { funnel: true });
  const title = label === undefined ? text.match.funnelTitle : `${text.match.funnelTitle}: ${label}`;
  const Chevron = open ? ChevronUpIcon : ChevronDownIcon;
  return (
    <>
      <section className={styles.strip} aria-label={title}>
        {label !== undefined && <h2 className={styles.label}>{label}</h2>}
        <FunnelLine result={result} />
        <UnstyledButton className={styles.toggle ?? ''} aria-expanded={open} onClick={toggle}>
          {open ? text.match.closeFunnel : text.match.openFunnel}
          <Chevron aria-hidden />
        </UnstyledButton>
        {result.degraded.map(({ stage, reason }) => (
          <p key={stage} className={styles.warn}>
            {text.match.degraded(text.match.stageNames[stage] ?? stage, reason)}
          </p>
        ))}
      </section>
      {open && <Funnel result={result} request={request} title={title} />}
    </>
  );
}
