/** Lines of text in artifacts of a batch: the answers of a chunk, the ids of the people. */

import { newUlid } from '../../contract/new-id.ts';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { Job } from '../../platform/storage/job.ts';

const LINES_A_WRITE = 1000;

/**
 * Every line ends with a line feed. The name is unique, because an earlier attempt may have left an artifact
 * that its checkpoint does not name. Returns the key.
 */
export async function stageLines(
  artifacts: ArtifactStore,
  { tenantId, jobId }: Pick<Job, 'tenantId' | 'jobId'>,
  name: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<string> {
  const key = artifactKey(tenantId, 'staging', jobId, `${name}-${newUlid()}.jsonl`);
  const writer = await artifacts.create(key);
  try {
    let some: string[] = [];
    for await (const line of lines)
      if (some.push(line) === LINES_A_WRITE) {
        await writer.write(Buffer.from(some.join('')));
        some = [];
      }
    if (some.length > 0) await writer.write(Buffer.from(some.join('')));
    await writer.commit();
    return key;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** The lines, without their line feeds. */
export async function* readStagedLines(
  artifacts: Pick<ArtifactStore, 'read'>,
  key: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of artifacts.read(key)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
