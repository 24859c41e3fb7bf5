import { z } from 'zod';

/** Reads the body of an /embeddings response: `data[].embedding` as numbers or as base64 of float32 (LE). */

const Answer = z.object({
  data: z.array(
    z.object({
      index: z.int().nonnegative().optional(),
      embedding: z.union([z.array(z.number()), z.base64()]),
    }),
  ),
});

/** `count` vectors in the order of the texts that were sent (by `index` where the server gives one). */
export function readEmbeddings(url: string, body: string, count: number): readonly Float32Array[] {
  const answer = parsed(url, body);
  if (answer.data.length !== count) {
    throw new Error(`${url} gave ${answer.data.length} embeddings for ${count} texts`);
  }
  const vectors: Float32Array[] = [];
  for (const [position, { index = position, embedding }] of answer.data.entries()) {
    const vector = typeof embedding === 'string' ? fromBase64(embedding) : Float32Array.from(embedding);
    if (index >= count || vectors[index] !== undefined)
      throw new Error(`${url} gave the index ${index} wrongly`);
    if (vector.length === 0 || !vector.every(Number.isFinite))
      throw new Error(`${url} gave a vector that is empty or not finite`);
    vectors[index] = vector;
  }
  return vectors;
}

function parsed(url: string, body: string): z.infer<typeof Answer> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new Error(`${url} did not answer in JSON: ${body.slice(0, 100)}`, { cause });
  }
  const answer = Answer.safeParse(json);
  if (answer.success) return answer.data;
  throw new Error(`${url} did not answer as an /embeddings endpoint does: ${z.prettifyError(answer.error)}`);
}

function fromBase64(text: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer, 0, bytes.byteLength >> 2);
}
