/** The error of a call without an answer: the thread ended before answering, or does not run. */
export class ThreadEnded extends Error {
  constructor(thread: string, reason: string, options?: ErrorOptions) {
    super(`the thread «${thread}» ${reason}`, options);
    this.name = 'ThreadEnded';
  }
}
