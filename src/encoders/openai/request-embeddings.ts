import { type Endpoint, postJson } from '../../outbound/post-json.ts';
import { readEmbeddings } from './read-embeddings.ts';

/** One POST /embeddings, retried while the fault may be transient. */

export interface EmbeddingsEndpoint extends Endpoint {
  readonly model: string;
  readonly dimensions?: number;
}

/** One vector a text, in the texts' order, as the server gives them. */
export async function requestEmbeddings(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
): Promise<readonly Float32Array[]> {
  const { url, model, dimensions } = endpoint;
  const body = await postJson(endpoint, {
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions && { dimensions }),
  });
  return readEmbeddings(url, body, texts.length);
}
