import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { text } from '../../text/en.ts';
import styles from './waterfall.module.css';
import { Waterfall } from './waterfall.tsx';
import { type Candidate, type Direction, waterfallOf } from './waterfall-steps.ts';

/** The terms of one candidate's score, in the direction that is chosen. */
export function WaterfallView({ match }: { readonly match: Candidate }) {
  const [direction, setDirection] = useState<Direction>('seeker_to_candidate');
  return (
    <div className={styles.view}>
      <div className={styles.top}>
        <p>{text.match.waterfallLead}</p>
        {match.mutual && (
          <SegmentedControl
            size="xs"
            aria-label={text.match.direction}
            value={direction}
            onChange={(value) => setDirection(value as Direction)}
            data={[
              { value: 'seeker_to_candidate', label: text.match.theyWant },
              { value: 'candidate_to_seeker', label: text.match.wantedBack },
            ]}
          />
        )}
      </div>
      <Waterfall waterfall={waterfallOf(match, direction)} />
    </div>
  );
}
