/** A list of the service: awaited it is the first page; in `for await` it gives the rows of all pages. */
import type { Call } from './call.ts';

export interface Page<Row> {
  readonly data: Row[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
  readonly request_id: string;
}

/** `Answer`: a page that says more than its rows. */
export class List<Row, Answer extends Page<Row> = Page<Row>>
  implements AsyncIterable<Row>, PromiseLike<Answer>
{
  readonly #load: (cursor: string | undefined) => Call<Answer>;

  /** Nothing is sent before the list is awaited or iterated. */
  constructor(load: (cursor: string | undefined) => Call<Answer>) {
    this.#load = load;
  }

  /** The first page with its whole answer. */
  withResponse(): ReturnType<Call<Answer>['withResponse']> {
    return this.#load(undefined).withResponse();
  }

  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
  then<A = Answer, B = never>(
    onfulfilled?: ((page: Answer) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#load(undefined).then(onfulfilled, onrejected);
  }

  async *pages(): AsyncGenerator<Answer, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: Answer = await this.#load(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
