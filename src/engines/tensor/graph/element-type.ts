/**
 * The types of elements, their typed arrays in JavaScript, and their codes in ONNX (onnx.proto3,
 * TensorProto.DataType).
 */
export type ElementType = 'float32' | 'uint8' | 'int32' | 'int64' | 'bool';

export type ElementArray = Float32Array | Uint8Array | Int32Array | BigInt64Array;

export const onnxTypeCode = { float32: 1, uint8: 2, int32: 6, int64: 7, bool: 9 } as const satisfies Record<
  ElementType,
  number
>;

export function arrayOf(type: ElementType, values: number | readonly number[]): ElementArray {
  const list = typeof values === 'number' ? [values] : values;
  switch (type) {
    case 'float32':
      return Float32Array.from(list);
    case 'int32':
      return Int32Array.from(list);
    case 'uint8':
    case 'bool':
      return Uint8Array.from(list);
    case 'int64':
      return BigInt64Array.from(list, BigInt);
    default:
      throw new TypeError(`no element type: ${type satisfies never}`);
  }
}

/** Throws a TypeError if the array is not the typed array of the type. */
export function checkArray(name: string, type: ElementType, values: unknown): asserts values is ElementArray {
  const wanted = {
    float32: Float32Array,
    int32: Int32Array,
    int64: BigInt64Array,
    uint8: Uint8Array,
    bool: Uint8Array,
  };
  if (values instanceof wanted[type]) return;
  const typeName = (values as object | undefined)?.constructor?.name ?? typeof values;
  throw new TypeError(`"${name}" is ${type}: expected a ${wanted[type].name}, was given ${typeName}.`);
}
