import { Bar } from '../../parts/bar.tsx';
import { text } from '../../text/en.ts';
import styles from './score-bars.module.css';
import type { Candidate } from './waterfall-steps.ts';

interface Props {
  readonly match: Candidate;
  readonly open: boolean;
}

/** The score of both directions, or of the only one; open, that of every stage too. Bars begin at 0. */
export function ScoreBars({ match: { score, mutual, stage_scores: stages }, open }: Props) {
  return (
    <div className={styles.bars}>
      {mutual ? (
        <>
          <Bar label={text.match.theyWant} value={mutual.seeker_to_candidate} tone="good" />
          <Bar label={text.match.wantedBack} value={mutual.candidate_to_seeker} tone="good" />
        </>
      ) : (
        <Bar label={text.match.score} value={score} tone="good" />
      )}
      {open &&
        Object.entries(stages ?? {}).map(([stage, value]) => (
          <Bar key={stage} label={text.match.stageNames[stage] ?? stage} value={value} />
        ))}
    </div>
  );
}
