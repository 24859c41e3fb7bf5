/**
 * Reads the values of the parameters back from a file that `write-inference-model.ts` wrote, so that a later
 * training can continue from it. The numbers of fields are those of onnx.proto3.
 */
import { PbfReader } from 'pbf';
import { onnxTypeCode } from '../graph/element-type.ts';

export interface StoredParameter {
  readonly shape: readonly number[];
  /** Row-major. */
  readonly values: Float32Array;
}

interface StoredTensor {
  name: string;
  type: number;
  shape: number[];
  bytes: Uint8Array;
}

/**
 * The float32 tensors of the file by name: parameters, and constants of the graph. Throws for another file.
 */
export function readParameters(model: Uint8Array): ReadonlyMap<string, StoredParameter> {
  const tensors: StoredTensor[] = [];
  new PbfReader(model).readFields((field, found, reader) => {
    if (field === 7) reader.readMessage(readGraph, found);
  }, tensors);
  return new Map(
    tensors
      .filter(({ type }) => type === onnxTypeCode.float32)
      // The slice of a Buffer is a view of a larger buffer, which need not be aligned.
      .map(({ name, shape, bytes }) => [
        name,
        { shape, values: new Float32Array(Uint8Array.from(bytes).buffer) },
      ]),
  );
}

function readGraph(field: number, tensors: StoredTensor[], reader: PbfReader): void {
  if (field !== 5) return;
  const tensor = { name: '', type: 0, shape: [], bytes: new Uint8Array() };
  tensors.push(reader.readMessage(readTensor, tensor));
}

function readTensor(field: number, tensor: StoredTensor, reader: PbfReader): void {
  if (field === 1) tensor.shape.push(reader.readVarint());
  else if (field === 2) tensor.type = reader.readVarint();
  else if (field === 8) tensor.name = reader.readString();
  else if (field === 9) tensor.bytes = reader.readBytes();
}
