/** Reads a safetensors file: the header's length (8 bytes), a JSON header, and the tensors, little-endian. */

interface Tensor {
  readonly type: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

export interface Safetensors {
  readonly metadata: Readonly<Record<string, string>>;
  /** The named tensor; the error lists the tensors that the file has. */
  tensor(name: string, type: string): Tensor;
}

interface HeaderEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

export function readSafetensors(file: Uint8Array): Safetensors {
  const headerLength = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const body = 8 + headerLength;
  if (body > file.byteLength) throw new Error(`not a safetensors file: its header would end at byte ${body}`);
  const { __metadata__, ...entries } = JSON.parse(new TextDecoder().decode(file.slice(8, body)));
  const tensors = entries as Readonly<Record<string, HeaderEntry>>;
  return {
    metadata: (__metadata__ ?? {}) as Readonly<Record<string, string>>,
    tensor(name, type) {
      const entry = tensors[name];
      if (entry?.dtype !== type) {
        throw new Error(`no ${type} tensor "${name}"; the file has ${Object.keys(tensors).join(', ')}`);
      }
      const [from, to] = entry.data_offsets;
      return { type, shape: entry.shape, bytes: file.subarray(body + from, body + to) };
    },
  };
}
