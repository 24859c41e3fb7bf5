/** The result of a method: a promise of the answer's body that can also give the whole answer. */
export interface WholeAnswer<T> {
  readonly data: T;
  /** Status and headers; its body can still be read, as text or bytes. */
  readonly response: Response;
  readonly requestId: string | undefined;
  /** Attempts that were made, 1 or more. */
  readonly attempts: number;
}

export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<WholeAnswer<T>>;

  constructor(answer: Promise<WholeAnswer<T>>) {
    this.#answer = answer;
  }

  /** The body together with status, headers and request id. */
  withResponse(): Promise<WholeAnswer<T>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    onfulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onfulfilled, onrejected);
  }

  catch<B = never>(onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onfinally);
  }
}
