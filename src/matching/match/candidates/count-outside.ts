/**
 * The figures of the stages where another engine has most people. People who did not come up count as passed
 * by sql_filter and dropped by light_ml. That holds with light_ml off as well: only the best by its scorecard
 * come up.
 */
import type { TraceEntry } from '../trace-entry.ts';
import type { OutsideCandidates } from './outside-candidates.ts';

export const peopleAtFirst = ({ rows, people }: OutsideCandidates): number => rows.length + people;

export function countOutside(entry: TraceEntry, outside: OutsideCandidates): TraceEntry {
  const left = outside.belowMinScore + outside.below + outside.notScored;
  if (left === 0) return entry;
  if (entry.stage === 'sql_filter') return { ...entry, out: entry.out + left };
  return entry.stage === 'light_ml' ? withoutLeft(entry, outside) : entry;
}

function withoutLeft(entry: TraceEntry, outside: OutsideCandidates): TraceEntry {
  const { below, belowMinScore, notScored } = outside;
  const { min_score = 0, top_k = 0, ...others } = entry.dropped;
  const dropped = {
    ...others,
    ...(min_score + belowMinScore > 0 && { min_score: min_score + belowMinScore }),
    ...(top_k + below > 0 && { top_k: top_k + below }),
    ...(notScored > 0 && { not_scored: notScored }),
  };
  if (notScored > 0) return { ...entry, dropped, degraded: 'bounded', note: boundedNote(outside) };
  if (entry.enabled) return { ...entry, dropped };
  const note = 'the stage is off; the best by its scorecard alone came up from the search engine';
  return { ...entry, dropped, degraded: 'preselected', note };
}

function boundedNote({ scored, notScored }: OutsideCandidates): string {
  return `more passed the filters than the search engine scores: ${scored} were scored whose strongest columns promise most, ${notScored} were not`;
}
