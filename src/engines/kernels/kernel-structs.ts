/**
 * Structs in the memory of the kernels. They pass a kernel more numbers than a parameter list can be read
 * with. A field is written by assigning it. The fields are those of the class of the same name in
 * `assembly/`, in its order: f64, then f32, then whole numbers of 32 bits. So each lies at a multiple of its
 * size, where the compiler puts it.
 */
const BYTES = { f64: 8, f32: 4, u32: 4 } as const;
type FieldType = keyof typeof BYTES;

/** The fields can only be written. */
export type KernelStruct<Name extends string> = { readonly address: number } & Record<Name, number>;

export type StructOf<Type> = Type extends StructType<infer Name> ? KernelStruct<Name> : never;

/** The form in which the setters of a struct find `this`. */
interface Viewed {
  readonly view: DataView;
}

export class StructType<const Name extends string> {
  readonly bytes: number;
  /** One prototype for all structs of the type, so that assigning a field is as fast as that of an object. */
  readonly #prototype = {};

  constructor(fields: Readonly<Partial<Record<FieldType, readonly Name[]>>>) {
    let bytes = 0;
    for (const type of ['f64', 'f32', 'u32'] as const) {
      for (const name of fields[type] ?? []) {
        Object.defineProperty(this.#prototype, name, setterOf(type, bytes));
        bytes += BYTES[type];
      }
    }
    this.bytes = bytes;
  }

  /** Its fields are not cleared. */
  at(address: number, { buffer }: { readonly buffer: ArrayBufferLike }): KernelStruct<Name> {
    const view = new DataView(buffer, address, this.bytes);
    return Object.assign(Object.create(this.#prototype), { address, view });
  }
}

function setterOf(type: FieldType, offset: number): PropertyDescriptor & ThisType<Viewed> {
  switch (type) {
    case 'u32':
      return {
        set(value: number) {
          this.view.setUint32(offset, value, true);
        },
      };
    case 'f32':
      return {
        set(value: number) {
          this.view.setFloat32(offset, value, true);
        },
      };
    case 'f64':
      return {
        set(value: number) {
          this.view.setFloat64(offset, value, true);
        },
      };
  }
}

export const bestOfSetTerm = new StructType({
  u32: ['column', 'size', 'count', 'table', 'limit', 'missing'],
});
export const completenessTerm = new StructType({
  u32: ['presence', 'words', 'sides', 'sideSize', 'sideLimit', 'masks', 'table', 'stride'],
});
export const cosineSearch = new StructType({
  f64: ['inverseNorm'],
  u32: ['codes', 'halves', 'D', 'squares', 'query'],
});
export const exactScoreTest = new StructType({
  f64: [
    'threshold',
    'oddsThreshold',
    'bothThreshold',
    'least',
    'oddsLeast',
    'bothLeast',
    'surely',
    'oddsSurely',
    'kthForward',
    'kthBackward',
  ],
  u32: ['mode', 'positions', 'below', 'rows', 'sums', 'ties', 'kthTie'],
});
export const hammingTerm = new StructType({
  u32: ['signs', 'signWords', 'query', 'squares', 'table', 'missing', 'distances'],
});
export const intervalTerm = new StructType({
  u32: ['lows', 'lowStorage', 'highs', 'highStorage', 'record', 'direction'],
});
export const itemScores = new StructType({
  f32: ['factor', 'bound', 'popularWeight', 'least'],
  u32: ['codes', 'D', 'query', 'scales', 'popularity', 'extra', 'listed', 'uppers', 'lowers'],
});
export const nearSearch = new StructType({
  f32: ['factor', 'most', 'least'],
  u32: ['codes', 'D', 'squares', 'query', 'near'],
});
export const overlapTerm = new StructType({
  u32: ['column', 'size', 'count', 'mask', 'table', 'stride', 'missing'],
});
export const reachFilter = new StructType({
  u32: ['reach', 'reachSize', 'places', 'placeSize', 'distances', 'placeLimit', 'met', 'metLimit'],
});
export const remainingBounds = new StructType({
  f64: [
    'oddsThreshold',
    'bothThreshold',
    'moreForward',
    'moreBackward',
    'slopeForward',
    'slopeBackward',
    'offsetForward',
    'offsetBackward',
  ],
  u32: ['mode'],
});
export const setCondition = new StructType({
  u32: ['column', 'size', 'count', 'mask', 'wanted', 'directions'],
});
export const sideCurves = new StructType({ u32: ['forward', 'curves', 'sides', 'sideSize', 'sideLimit'] });
export const signSearch = new StructType({
  u32: ['signs', 'signWords', 'query', 'squares', 'most', 'entries', 'counts'],
});
