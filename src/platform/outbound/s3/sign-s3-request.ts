/** Addresses of objects in a bucket, and requests that are signed for them (AWS Signature Version 4). */
import { AwsV4Signer } from 'aws4fetch';

export interface BucketAccess {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
  readonly region: string;
  /**
   * URL of an S3-compatible service such as MinIO or R2; the bucket is then part of the path. Null for Amazon
   * S3.
   */
  readonly endpoint: string | null;
}

export interface RequestToSign {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `key` '' is the bucket itself. */
export function objectUrl(
  bucket: string,
  key: string,
  { endpoint, region }: Pick<BucketAccess, 'endpoint' | 'region'>,
): URL {
  const path = key.split('/').map(encodeURIComponent).join('/');
  if (endpoint !== null) return new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`);
  // The certificate of Amazon covers no bucket with a dot in its name.
  return bucket.includes('.')
    ? new URL(`https://s3.${region}.amazonaws.com/${bucket}/${path}`)
    : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${path}`);
}

/** The headers to send. `bodySha256` (hex) is signed, and the server refuses a body of another hash. */
export async function signedHeaders(
  { method, url, headers = {} }: RequestToSign,
  access: BucketAccess,
  bodySha256?: string,
): Promise<Readonly<Record<string, string>>> {
  const signer = signerFor(access, {
    method,
    url: url.href,
    headers: { ...headers, ...(bodySha256 !== undefined && { 'x-amz-content-sha256': bodySha256 }) },
  });
  return Object.fromEntries((await signer.sign()).headers);
}

/** An address that answers a GET without credentials for `seconds` (at most 7 days). */
export async function presignedUrl(url: URL, access: BucketAccess, seconds: number): Promise<string> {
  const timed = new URL(url);
  timed.searchParams.set('X-Amz-Expires', String(seconds));
  const signer = signerFor(access, { method: 'GET', url: timed.href, signQuery: true });
  return (await signer.sign()).url.href;
}

function signerFor(
  { accessKeyId, secretAccessKey, sessionToken, region }: BucketAccess,
  request: Pick<ConstructorParameters<typeof AwsV4Signer>[0], 'method' | 'url' | 'headers' | 'signQuery'>,
): AwsV4Signer {
  return new AwsV4Signer({
    ...request,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(sessionToken !== null && { sessionToken }),
  });
}
