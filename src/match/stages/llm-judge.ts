/**
 * A language model reads the last few pairs. None is configured in this release: the stage takes its place in the
 * order, and a request that enables it is told that it was skipped.
 */
import { cutShort, type Stage } from '../stage.ts';

export const llmJudge: Stage = {
  name: 'llm_judge',
  enabled: ({ stages }) => stages.llm_judge.enabled,
  async run(pool) {
    return cutShort(pool, 'not_configured');
  },
};
