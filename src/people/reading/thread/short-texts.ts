/**
 * Short texts on their way to the extraction thread, many to a message. The thread has a next message while
 * it works on one, and the others wait here. Meanwhile the caller's thread reads some itself, in turns of the
 * event loop in which it has nothing else to do. Neither thread thus waits for the other, whichever has more
 * work.
 */

/** Texts per message. */
const TEXTS_PER_MESSAGE = 32;
/** Messages that the thread works on, or that wait there. */
const MESSAGES_AT_ONCE = 2;
/** A turn of the event loop that took less had nothing else to do. */
const IDLE_TURN_MS = 0.1;

interface ShortText {
  /** Reads the text in the caller's thread, and never rejects. */
  readonly readHere: () => Promise<void>;
}

export class ShortTexts<Text extends ShortText> {
  readonly #send: (texts: readonly Text[]) => Promise<void>;
  #waiting: Text[] = [];
  #messages = 0;
  /** Texts in the thread. */
  #sent = 0;
  #isWorking = false;

  /** `send` resolves when the texts are read, and never rejects. */
  constructor(send: (texts: readonly Text[]) => Promise<void>) {
    this.#send = send;
  }

  /** Texts without an answer, but for those that the caller's thread reads. */
  get size(): number {
    return this.#waiting.length + this.#sent;
  }

  /** A message waits for the end of the turn, unless it is full. */
  add(text: Text): void {
    this.#waiting.push(text);
    if (this.#waiting.length >= TEXTS_PER_MESSAGE) this.#sendWaiting();
    if (!this.#isWorking) void this.#work();
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#messages < MESSAGES_AT_ONCE) {
      const texts = this.#waiting.splice(0, TEXTS_PER_MESSAGE);
      this.#messages++;
      this.#sent += texts.length;
      void this.#send(texts).then(() => {
        this.#messages--;
        this.#sent -= texts.length;
        this.#sendWaiting();
      });
    }
  }

  /**
   * Works turn by turn, until no text waits. A turn sends texts while the thread has room, and reads at most
   * one here.
   */
  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      const beganMs = performance.now();
      await new Promise(setImmediate);
      const isIdle = performance.now() - beganMs < IDLE_TURN_MS;
      this.#sendWaiting();
      if (isIdle) await this.#waiting.shift()?.readHere();
    }
    this.#isWorking = false;
  }
}
