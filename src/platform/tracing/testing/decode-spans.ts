/**
 * Reads an `ExportTraceServiceRequest` of OTLP (opentelemetry/proto/trace/v1/trace.proto) with plain
 * protobuf.
 */
import { PbfReader } from 'pbf';

type Value = string | number | boolean | null;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, Value>>;
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number;
  /** Attributes of the process that sent it. */
  readonly resource: Readonly<Record<string, Value>>;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function readMessage(pbf: PbfReader, read: (field: number) => void): void {
  const end = pbf.readVarint() + pbf.pos;
  pbf.readFields(read, undefined, end);
}

export function decodeSpans(body: Uint8Array): readonly ReceivedSpan[] {
  const pbf = new PbfReader(body);
  const spans: ReceivedSpan[] = [];
  pbf.readFields((field) => {
    if (field === 1) readResourceSpans(pbf, spans);
  }, undefined);
  return spans;
}

function readResourceSpans(pbf: PbfReader, spans: ReceivedSpan[]): void {
  const resource: Record<string, Value> = {};
  const found: Omit<ReceivedSpan, 'resource'>[] = [];
  readMessage(pbf, (field) => {
    if (field === 1) readMessage(pbf, (inner) => inner === 1 && readAttribute(pbf, resource));
    if (field === 2) readMessage(pbf, (inner) => inner === 2 && found.push(readSpan(pbf)));
  });
  spans.push(...found.map((span) => ({ ...span, resource })));
}

function readSpan(pbf: PbfReader): Omit<ReceivedSpan, 'resource'> {
  const attributes: Record<string, Value> = {};
  const span = { traceId: '', spanId: '', parentId: '', name: '', kind: 0, status: 0 };
  let [startNs, endNs] = [0n, 0n];
  readMessage(pbf, (field) => {
    if (field === 1) span.traceId = hex(pbf.readBytes());
    if (field === 2) span.spanId = hex(pbf.readBytes());
    if (field === 4) span.parentId = hex(pbf.readBytes());
    if (field === 5) span.name = pbf.readString();
    if (field === 6) span.kind = pbf.readVarint();
    if (field === 7) startNs = readFixed64(pbf);
    if (field === 8) endNs = readFixed64(pbf);
    if (field === 9) readAttribute(pbf, attributes);
    if (field === 15)
      readMessage(pbf, (inner) => {
        if (inner === 3) span.status = pbf.readVarint();
      });
  });
  return { ...span, startNs, endNs, attributes };
}

function readFixed64(pbf: PbfReader): bigint {
  const low = BigInt(pbf.readFixed32());
  return low | (BigInt(pbf.readFixed32()) << 32n);
}

function readAttribute(pbf: PbfReader, into: Record<string, Value>): void {
  let key = '';
  let value: Value = null;
  readMessage(pbf, (field) => {
    if (field === 1) key = pbf.readString();
    if (field === 2)
      readMessage(pbf, (inner) => {
        if (inner === 1) value = pbf.readString();
        if (inner === 2) value = pbf.readBoolean();
        if (inner === 3) value = pbf.readVarint(true);
        if (inner === 4) value = pbf.readDouble();
      });
  });
  into[key] = value;
}
