/**
 * Loaded before a service in a process of its own: each answer that docs/openapi.json does not describe is a
 * line of its output, by which `RunningService.stop` fails the test.
 */
import { watchAnswers } from './watch-answers.ts';

watchAnswers((fault) => process.stderr.write(`undocumented answer: ${fault}\n`));
