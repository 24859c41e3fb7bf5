/** The result of a thread's handler: an answer, or an answer with objects to transfer. */
import type { Transferable } from 'node:worker_threads';
import type { Call } from './receive-calls.ts';

/** An answer, and the objects transferred with it. */
export class Transferred<Answer> {
  readonly answer: Answer;
  readonly transfer: readonly Transferable[];

  constructor(answer: Answer, transfer: readonly Transferable[]) {
    this.answer = answer;
    this.transfer = transfer;
  }
}

export type Answered<Answer> = Answer | Transferred<Answer>;

export function settle<Answer>(call: Call<unknown, Answer>, answered: Answered<Answer>): void {
  if (answered instanceof Transferred) call.resolve(answered.answer, answered.transfer);
  else call.resolve(answered);
}
