/**
 * Writes one artifact as a multipart upload. Each part is sent with its SHA-256, which the server checks, so
 * the bytes of the whole are those that were written. At most two parts are in memory: one that is filled and
 * one that is sent.
 */
import { createHash, randomUUID } from 'node:crypto';
import { escapeXml, readXml } from '../../outbound/s3/s3-answers.ts';
import type { S3Bucket } from '../../outbound/s3/s3-bucket.ts';
import { isMissing, S3Refusal } from '../../outbound/s3/s3-fault.ts';
import type { ArtifactWriter } from '../artifact-store.ts';
import type { Upload } from './list-bucket.ts';

/** 10,000 parts are the most of S3: 80 GiB. R2 wants all parts but the last equally large. */
const PART_BYTES = 8 << 20;
const MAX_PARTS = 10_000;
/** Tells our object from that of another writer where the answer to its completion was lost. */
const MARK = 'x-amz-meta-upload';

export interface NewObject {
  readonly key: string;
  readonly name: string;
  readonly partBytes?: number;
}

export async function writeS3Artifact(
  bucket: S3Bucket,
  { key, name, partBytes = PART_BYTES }: NewObject,
): Promise<ArtifactWriter> {
  const mark = randomUUID();
  const upload: Upload = { name, uploadId: await beginUpload(bucket, name, mark) };
  const hash = createHash('sha256');
  const etags: string[] = [];
  let bytes = 0;
  let filled: Uint8Array[] = [];
  let room = partBytes;
  let sending: Promise<void> = Promise.resolve();
  const sendPart = async () => {
    await sending;
    const body = new Uint8Array(Buffer.concat(filled));
    const number = etags.push('');
    if (number > MAX_PARTS) throw new Error(`${key} is larger than ${MAX_PARTS * partBytes} bytes`);
    filled = [];
    room = partBytes;
    sending = putPart(bucket, upload, number, body).then((etag) => {
      etags[number - 1] = etag;
    });
    // It is thrown where it is awaited.
    sending.catch(() => undefined);
  };
  return {
    write: async (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = 0; at < chunk.length; ) {
        // A copy: the caller may use the chunk again.
        const piece = Uint8Array.from(chunk.subarray(at, at + room));
        filled.push(piece);
        at += piece.length;
        room -= piece.length;
        if (room === 0) await sendPart();
      }
    },
    commit: async () => {
      if (filled.length > 0 || etags.length === 0) await sendPart();
      await sending;
      await completeUpload(bucket, upload, etags, mark);
      return { key, bytes, sha256: hash.digest('hex') };
    },
    abort: async () => {
      await sending.catch(() => undefined);
      await removeUpload(bucket, upload).catch((error) => {
        if (!isLost(error)) throw error;
      });
    },
  };
}

export async function removeUpload(bucket: S3Bucket, { name, uploadId }: Upload): Promise<void> {
  await bucket.send({ method: 'DELETE', key: name, query: { uploadId } });
}

/** True where the upload has ended: it was completed or removed. */
export function isLost(error: unknown): boolean {
  return isMissing(error) || (error instanceof S3Refusal && error.code === 'NoSuchUpload');
}

async function beginUpload(bucket: S3Bucket, name: string, mark: string): Promise<string> {
  const headers = { [MARK]: mark, 'content-type': 'application/octet-stream' };
  const { text } = await bucket.send({ method: 'POST', key: name, query: { uploads: '' }, headers });
  const uploadId = readXml(text)?.text('UploadId') ?? '';
  if (uploadId === '') throw new Error(`s3://${bucket.name}/${name}: the bucket began no upload`);
  return uploadId;
}

async function putPart(
  bucket: S3Bucket,
  { name, uploadId }: Upload,
  number: number,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const query = { partNumber: String(number), uploadId };
  const { headers } = await bucket.send({ method: 'PUT', key: name, query, body });
  const etag = headers.get('etag');
  if (etag === null) throw new Error(`s3://${bucket.name}/${name}: part ${number} was answered without ETag`);
  return etag;
}

/** A key is written once: the completion fails where the object exists. */
async function completeUpload(
  bucket: S3Bucket,
  upload: Upload,
  etags: readonly string[],
  mark: string,
): Promise<void> {
  const exists = `s3://${bucket.name}/${upload.name} exists; a key is written once`;
  // For servers that ignore the condition below.
  if ((await markOf(bucket, upload.name)) !== null) throw new Error(exists);
  try {
    await sendCompletion(bucket, upload, etags, { 'if-none-match': '*' });
  } catch (error) {
    if (!(error instanceof S3Refusal)) throw error;
    if (error.status === 501) return await sendCompletion(bucket, upload, etags, {});
    const found = await markOf(bucket, upload.name);
    // An earlier try was carried out, and its answer was lost.
    if (found === mark) return;
    throw found === null ? error : new Error(exists, { cause: error });
  }
}

async function sendCompletion(
  bucket: S3Bucket,
  { name, uploadId }: Upload,
  etags: readonly string[],
  condition: Readonly<Record<string, string>>,
): Promise<void> {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
  const { text } = await bucket.send({
    method: 'POST',
    key: name,
    query: { uploadId },
    headers: { 'content-type': 'application/xml', ...condition },
    body: new TextEncoder().encode(xml),
  });
  // S3 answers 200 before it has put the parts together, and tells an error in the body.
  const answer = readXml(text);
  if (answer?.name !== 'CompleteMultipartUploadResult')
    throw new S3Refusal(`s3://${bucket.name}/${name}`, 200, answer?.text('Code') ?? 'no XML');
}

/** Null where there is no object; '' where it has no mark. */
async function markOf(bucket: S3Bucket, name: string): Promise<string | null> {
  try {
    return (await bucket.send({ method: 'HEAD', key: name })).headers.get(MARK) ?? '';
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
