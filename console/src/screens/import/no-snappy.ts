/**
 * Replaces the package hysnappy, which compiles WebAssembly as it is loaded; the page's policy forbids that. The
 * Parquet reader then unpacks Snappy in JavaScript.
 */
export const snappyUncompressor = () => undefined;
export const snappyUncompress = undefined;
