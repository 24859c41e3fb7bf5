/** Why a call of a thread has no answer: the thread ended before it gave one, or does not run. */
export class ThreadEnded extends Error {
  constructor(thread: string, reason: string, options?: ErrorOptions) {
    super(`the thread «${thread}» ${reason}`, options);
    this.name = 'ThreadEnded';
  }
}
