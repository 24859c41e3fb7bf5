/**
 * Values of Parquet as JSON has them, with all digits of their integers and decimals.
 *
 * The library multiplies DECIMALs as floats, which rounds ids of 38 digits and makes 0.30000000000000004 of
 * 0.3, and it reads JSON columns with JSON.parse. The library is therefore told of their integers and texts
 * alone. The rest is done here.
 */
import { type FileMetaData, parquetSchema, type SchemaElement } from 'hyparquet';
import { parseJson } from '../../../contract/parse-json.ts';
import { exactInteger, exactNumber } from '../../../contract/written-number.ts';

/** Timestamps and integers as JSON values, also within. Timestamps without a zone are read as UTC. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return exactInteger(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no time' : value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array, plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValue(inner)]));
}

export interface PlainColumns {
  /** The metadata that the library reads by. */
  readonly metadata: FileMetaData;
  /** The value of a column as the library gives it, as a JSON value. */
  readonly plain: (column: string, value: unknown) => unknown;
}

/** Decimals within lists and structs stay as the library reads them. */
export function plainColumns(metadata: FileMetaData): PlainColumns {
  const readers = new Map<string, (value: unknown) => unknown>();
  const bare = new Map<SchemaElement, SchemaElement>();
  for (const { element, children } of parquetSchema(metadata).children) {
    const reader = children.length === 0 ? readerOf(element) : undefined;
    if (reader === undefined) continue;
    readers.set(element.name, reader);
    const { converted_type: _, logical_type: __, ...others } = element;
    bare.set(element, others);
  }
  const schema = metadata.schema.map((element) => bare.get(element) ?? element);
  return {
    metadata: { ...metadata, schema },
    plain: (column, value) => {
      const reader = value === null || value === undefined ? undefined : readers.get(column);
      return reader === undefined ? plainValue(value) : reader(value);
    },
  };
}

/** undefined: the library reads the column without a loss. */
function readerOf(element: SchemaElement): ((value: unknown) => unknown) | undefined {
  if (element.converted_type === 'JSON' || element.logical_type?.type === 'JSON') return jsonOf;
  if (!isDecimal(element)) return undefined;
  const scale = scaleOf(element);
  return (value) => exactNumber(decimalText(integerOf(value as number | bigint | Uint8Array), scale));
}

/** Text that is no JSON is left for the validation. */
function jsonOf(value: unknown): unknown {
  try {
    return parseJson(String(value));
  } catch {
    return value;
  }
}

/**
 * Decimals of variable length are excluded: they are rare, and the library would decode their bytes as text.
 */
function isDecimal({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return type !== 'BYTE_ARRAY' && (converted === 'DECIMAL' || logical?.type === 'DECIMAL');
}

function scaleOf({ scale, logical_type: logical }: SchemaElement): number {
  return scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
}

/** Bytes are two's complement, the highest first. */
function integerOf(value: number | bigint | Uint8Array): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value);
  let integer = 0n;
  for (const byte of value) integer = (integer << 8n) | BigInt(byte);
  return BigInt.asIntN(value.byteLength * 8, integer);
}

function decimalText(integer: bigint, scale: number): string {
  const sign = integer < 0n ? '-' : '';
  const digits = String(integer < 0n ? -integer : integer).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return `${sign}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}
