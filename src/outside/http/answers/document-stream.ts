/** A JSON object as a stream: members whose value comes in pages are written page by page. */

type Pages = AsyncIterable<readonly unknown[]>;

/** Members in their order. An async iterable of pages becomes one array. */
export async function* documentStream(members: Readonly<Record<string, unknown>>): AsyncGenerator<Buffer> {
  let before = '{';
  for (const [name, value] of Object.entries(members)) {
    const key = `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (isPages(value)) yield* arrayStream(key, value);
    else yield Buffer.from(key + JSON.stringify(value));
  }
  yield Buffer.from(before === '{' ? '{}' : '}');
}

async function* arrayStream(key: string, pages: Pages): AsyncGenerator<Buffer> {
  let before = `${key}[`;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(before + page.map((row) => JSON.stringify(row)).join(','));
    before = ',';
  }
  yield Buffer.from(before === ',' ? ']' : `${before}]`);
}

function isPages(value: unknown): value is Pages {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
