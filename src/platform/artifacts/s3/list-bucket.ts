/** Pages of objects, uploads and parts of a bucket. */
import { readXml, type XmlNode } from '../../outbound/s3/s3-answers.ts';
import type { S3Bucket } from '../../outbound/s3/s3-bucket.ts';

interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export interface Upload {
  readonly name: string;
  readonly uploadId: string;
}

export async function* listObjects(bucket: S3Bucket, prefix: string): AsyncGenerator<ListedObject> {
  for (let token = ''; ; ) {
    const page = await getXml(bucket, '', {
      'list-type': '2',
      prefix,
      ...(token !== '' && { 'continuation-token': token }),
    });
    for (const found of page.all('Contents')) {
      yield {
        name: found.text('Key'),
        bytes: Number(found.text('Size')),
        modifiedMs: Date.parse(found.text('LastModified')),
      };
    }
    token = page.text('NextContinuationToken');
    if (page.text('IsTruncated') !== 'true' || token === '') return;
  }
}

/** Unfinished uploads. MinIO lists none, and removes them itself after a day. */
export async function* listUploads(
  bucket: S3Bucket,
  prefix: string,
): AsyncGenerator<Upload & { readonly initiatedMs: number }> {
  let markers: Readonly<Record<string, string>> = {};
  for (;;) {
    const page = await getXml(bucket, '', { uploads: '', prefix, ...markers });
    for (const found of page.all('Upload')) {
      yield {
        name: found.text('Key'),
        uploadId: found.text('UploadId'),
        initiatedMs: Date.parse(found.text('Initiated')),
      };
    }
    const [key, uploadId] = [page.text('NextKeyMarker'), page.text('NextUploadIdMarker')];
    if (page.text('IsTruncated') !== 'true' || key === '') return;
    markers = { 'key-marker': key, 'upload-id-marker': uploadId };
  }
}

/** Epoch ms of the latest part; -Infinity where there is none. */
export async function lastWrittenMs(bucket: S3Bucket, { name, uploadId }: Upload): Promise<number> {
  let latest = Number.NEGATIVE_INFINITY;
  for (let marker = ''; ; ) {
    const query = { uploadId, ...(marker !== '' && { 'part-number-marker': marker }) };
    const page = await getXml(bucket, name, query);
    for (const part of page.all('Part')) latest = Math.max(latest, Date.parse(part.text('LastModified')));
    marker = page.text('NextPartNumberMarker');
    if (page.text('IsTruncated') !== 'true' || marker === '') return latest;
  }
}

async function getXml(
  bucket: S3Bucket,
  key: string,
  query: Readonly<Record<string, string>>,
): Promise<XmlNode> {
  const page = readXml((await bucket.send({ method: 'GET', key, query })).text);
  if (page === null)
    throw new Error(`s3://${bucket.name}/${key} answered without XML; is it a bucket of S3?`);
  return page;
}
