/**
 * A bucket of S3 on this machine, in memory, for tests. It checks every signature and the hash of every body.
 * As Amazon does, it refuses small parts and second writes. Lists come in pages of two. `faults` are taken,
 * one a request, before anything is done.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { readXml } from '../s3/s3-answers.ts';
import type { BucketAccess } from '../s3/sign-s3-request.ts';

interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly modifiedMs: number;
}

interface StoredUpload {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Map<number, StoredObject>;
  readonly initiatedMs: number;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly key: string;
  readonly body: Buffer;
}

export type Fault = (asked: Asked, carryOut: () => void) => void;

export interface LoopbackS3 {
  readonly bucket: string;
  readonly access: BucketAccess & { readonly endpoint: string };
  readonly objects: Map<string, StoredObject>;
  readonly faults: Fault[];
  /** `GET /bucket/key` of every request, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

const PAGE = 2;
const DAY_SECONDS = 86_400;

export async function startLoopbackS3({ minPartBytes = 5 << 20 } = {}): Promise<LoopbackS3> {
  const uploads = new Map<string, StoredUpload>();
  const objects = new Map<string, StoredObject>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const world = { bucket: 'files', objects, uploads, minPartBytes };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, `http://${request.headers.host}`);
    requests.push(`${request.method} ${url.pathname}`);
    const key = decodeURIComponent(url.pathname).replace(/^\/[^/]*\/?/, '');
    const asked = { request, response, url, key, body: await buffer(request) };
    const carryOut = () => {
      void answer(world, access, asked).catch((error: Error) => refuse(asked, 500, error.message));
    };
    const fault = faults.shift();
    if (fault === undefined) carryOut();
    else fault(asked, carryOut);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const access = {
    accessKeyId: 'key-of-the-test',
    secretAccessKey: 'secret-of-the-test',
    sessionToken: null,
    region: 'eu-test-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return {
    ...{ bucket: world.bucket, access, objects, faults, requests },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface World {
  readonly bucket: string;
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, StoredUpload>;
  readonly minPartBytes: number;
}

export function refuse({ request, response }: Asked, status: number, code: string): ServerResponse {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of the test</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(request.method === 'HEAD' ? undefined : body);
}

async function answer(world: World, access: BucketAccess, asked: Asked): Promise<unknown> {
  const { request, url, key, body } = asked;
  if (!(await isSigned(access, asked))) return refuse(asked, 403, 'SignatureDoesNotMatch');
  const said = request.headers['x-amz-content-sha256'];
  if (said !== undefined && said !== 'UNSIGNED-PAYLOAD' && said !== sha256(body))
    return refuse(asked, 400, 'XAmzContentSHA256Mismatch');
  if (url.pathname.split('/')[1] !== world.bucket) return refuse(asked, 404, 'NoSuchBucket');
  const query = url.searchParams;
  const uploadId = query.get('uploadId');
  if (key === '') return query.has('uploads') ? listUploads(world, asked) : listObjects(world, asked);
  if (query.has('uploads')) return beginUpload(world, asked);
  if (uploadId !== null) return ofUpload(world, asked, uploadId);
  if (request.method === 'DELETE') {
    world.objects.delete(key);
    return asked.response.writeHead(204).end();
  }
  if (request.method === 'PUT') {
    const etag = `"${sha256(body).slice(0, 32)}"`;
    world.objects.set(key, { bytes: body, etag, headers: {}, modifiedMs: Date.now() });
    return asked.response.writeHead(200, { etag }).end();
  }
  return readObject(world, asked);
}

/** Signs the received request again, and compares. */
async function isSigned(access: BucketAccess, { request, url }: Asked): Promise<boolean> {
  const { accessKeyId, secretAccessKey, region } = access;
  const signature = url.searchParams.get('X-Amz-Signature');
  const common = { method: request.method!, accessKeyId, secretAccessKey, region, service: 's3' };
  if (signature !== null) {
    const signed = new URL(url);
    const datetime = url.searchParams.get('X-Amz-Date')!;
    const madeMs = Date.parse(datetime.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
    const seconds = Math.min(DAY_SECONDS, Number(url.searchParams.get('X-Amz-Expires')));
    for (const name of ['Signature', 'Date', 'Algorithm', 'Credential', 'SignedHeaders'])
      signed.searchParams.delete(`X-Amz-${name}`);
    const again = await new AwsV4Signer({ ...common, url: signed.href, datetime, signQuery: true }).sign();
    const isCurrent = Date.now() < madeMs + seconds * 1000;
    return isCurrent && again.url.searchParams.get('X-Amz-Signature') === signature;
  }
  const given = request.headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(
    names.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
  );
  const datetime = String(request.headers['x-amz-date']);
  const again = await new AwsV4Signer({ ...common, url: url.href, headers, datetime }).sign();
  return again.headers.get('authorization') === given;
}

function beginUpload({ uploads }: World, { request, response, key }: Asked): ServerResponse {
  const uploadId = `upload-${uploads.size + 1}-${Date.now()}`;
  const kept = Object.entries(request.headers).filter(([name]) => /^(x-amz-meta-|content-type$)/.test(name));
  const headers = Object.fromEntries(kept) as Record<string, string>;
  uploads.set(uploadId, { key, headers, parts: new Map(), initiatedMs: Date.now() });
  return sendXml(response, 'InitiateMultipartUploadResult', `<UploadId>${uploadId}</UploadId>`);
}

function ofUpload(world: World, asked: Asked, uploadId: string): ServerResponse {
  const { request, response, url, body } = asked;
  const upload = world.uploads.get(uploadId);
  if (upload === undefined) return refuse(asked, 404, 'NoSuchUpload');
  switch (request.method) {
    case 'PUT': {
      const part = { bytes: body, etag: etagOf(body), headers: {}, modifiedMs: Date.now() };
      upload.parts.set(Number(url.searchParams.get('partNumber')), part);
      return response.writeHead(200, { etag: part.etag }).end();
    }
    case 'DELETE':
      world.uploads.delete(uploadId);
      return response.writeHead(204).end();
    case 'GET': {
      const { page, more } = paged([...upload.parts.entries()], url, 'part-number-marker', ([n]) =>
        String(n),
      );
      const parts = page.map(
        ([number, { modifiedMs }]) =>
          `<Part><PartNumber>${number}</PartNumber><LastModified>${new Date(modifiedMs).toISOString()}</LastModified></Part>`,
      );
      return sendXml(response, 'ListPartsResult', parts.join('') + more('NextPartNumberMarker'));
    }
    default:
      return completeUpload(world, asked, uploadId, upload);
  }
}

function completeUpload(world: World, asked: Asked, uploadId: string, upload: StoredUpload): ServerResponse {
  const { request, response, body } = asked;
  const named = readXml(body.toString())?.all('Part') ?? [];
  const parts = named.map((part) => upload.parts.get(Number(part.text('PartNumber'))));
  if (parts.some((part, at) => part?.etag !== named[at]!.text('ETag')) || parts.length === 0)
    return refuse(asked, 400, 'InvalidPart');
  if (parts.slice(0, -1).some((part) => part!.bytes.length < world.minPartBytes))
    return refuse(asked, 400, 'EntityTooSmall');
  if (request.headers['if-none-match'] === '*' && world.objects.has(upload.key))
    return refuse(asked, 412, 'PreconditionFailed');
  const bytes = Buffer.concat(parts.map((part) => part!.bytes));
  const etag = `"${etagOf(bytes).slice(1, -1)}-${parts.length}"`;
  world.objects.set(upload.key, { bytes, etag, headers: upload.headers, modifiedMs: Date.now() });
  world.uploads.delete(uploadId);
  return sendXml(response, 'CompleteMultipartUploadResult', `<ETag>${etag}</ETag>`);
}

function readObject({ objects }: World, asked: Asked): ServerResponse {
  const { request, response, key, url } = asked;
  const found = objects.get(key);
  if (found === undefined) return refuse(asked, 404, 'NoSuchKey');
  const { bytes, etag } = found;
  if (![undefined, etag].includes(request.headers['if-match']))
    return refuse(asked, 412, 'PreconditionFailed');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  if (from !== undefined && start >= bytes.length) return refuse(asked, 416, 'InvalidRange');
  const part = bytes.subarray(start, to ? Number(to) + 1 : undefined);
  const shown = ['content-disposition', 'content-type'].flatMap((name) => {
    const value = url.searchParams.get(`response-${name}`);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(from === undefined ? 200 : 206, {
    ...found.headers,
    ...Object.fromEntries(shown),
    etag,
    'content-length': part.length,
    'last-modified': new Date(found.modifiedMs).toUTCString(),
  });
  return response.end(request.method === 'HEAD' ? undefined : part);
}

function listObjects({ objects }: World, { response, url }: Asked): ServerResponse {
  const prefix = url.searchParams.get('prefix') ?? '';
  const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  const { page, more } = paged(found, url, 'continuation-token', ([key]) => key);
  const contents = page.map(
    ([key, { bytes, modifiedMs }]) =>
      `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${new Date(modifiedMs).toISOString()}</LastModified></Contents>`,
  );
  return sendXml(response, 'ListBucketResult', contents.join('') + more('NextContinuationToken'));
}

function listUploads({ uploads }: World, { response, url }: Asked): ServerResponse {
  const prefix = url.searchParams.get('prefix') ?? '';
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  const { page, more } = paged(found, url, 'upload-id-marker', ([id]) => id);
  const listed = page.map(
    ([id, { key, initiatedMs }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(initiatedMs).toISOString()}</Initiated></Upload>`,
  );
  const markers = `<NextKeyMarker>${page.at(-1)?.[1].key ?? ''}</NextKeyMarker>${more('NextUploadIdMarker')}`;
  return sendXml(response, 'ListMultipartUploadsResult', listed.join('') + markers);
}

function paged<T>(all: readonly T[], url: URL, marker: string, idOf: (each: T) => string) {
  const after = url.searchParams.get(marker);
  const from = after === null ? 0 : all.findIndex((each) => idOf(each) === after) + 1;
  const page = all.slice(from, from + PAGE);
  const isCut = from + PAGE < all.length;
  const more = (name: string) =>
    isCut
      ? `<IsTruncated>true</IsTruncated><${name}>${idOf(page.at(-1)!)}</${name}>`
      : '<IsTruncated>false</IsTruncated>';
  return { page, more };
}

function sendXml(response: ServerResponse, root: string, content: string): ServerResponse {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;
  return response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
