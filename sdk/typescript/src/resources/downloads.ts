import type { Call } from '../call.ts';
import type { CallOptions } from '../options.ts';
import { Resource } from './resource.ts';

export interface DownloadOptions extends CallOptions {
  /** `bytes=0-99`. */
  readonly range?: string;
}

export class DownloadsResource extends Resource {
  /**
   * The answer with its body still to be read (`response.body`, `response.blob()`). `url`: the `download_url`
   * of a job's result. The API key is not sent. A stream that breaks off is not resumed: ask for the rest by
   * `range`.
   */
  get(url: string, { range, ...options }: DownloadOptions = {}): Call<Response> {
    const token = url.slice(url.lastIndexOf('/') + 1);
    return this.invoke(
      'download',
      { path: { token } },
      { ...options, headers: { ...options.headers, ...(range !== undefined && { range }) } },
    );
  }
}
