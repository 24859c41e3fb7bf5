/** A list of the service: awaited it is the first page; in `for await` it gives the rows of all pages. */
import type { Call } from './call.ts';

export interface Page<Row> {
  readonly data: Row[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
  readonly request_id: string;
}

export class List<Row> implements AsyncIterable<Row>, PromiseLike<Page<Row>> {
  readonly #load: (cursor: string | undefined) => Call<Page<Row>>;

  /** Nothing is sent before the list is awaited or iterated. */
  constructor(load: (cursor: string | undefined) => Call<Page<Row>>) {
    this.#load = load;
  }

  /** The first page with its whole answer. */
  withResponse(): ReturnType<Call<Page<Row>>['withResponse']> {
    return this.#load(undefined).withResponse();
  }

  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
  then<A = Page<Row>, B = never>(
    onfulfilled?: ((page: Page<Row>) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#load(undefined).then(onfulfilled, onrejected);
  }

  async *pages(): AsyncGenerator<Page<Row>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#load(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
