/**
 * Loaded before a service in a process of its own. Each answer that docs/openapi.json does not describe
 * becomes a line of its output, and `RunningService.stop` then fails the test.
 */
import { watchAnswers } from './watch-answers.ts';

watchAnswers((fault) => process.stderr.write(`undocumented answer: ${fault}\n`));
