/**
 * A graph of named tensors: inputs (a batch), parameters (learned), constants and operators. Operators are
 * ONNX's own, so ONNX Runtime runs the graph as built. An op (`ops/`) checks shapes, adds one or more
 * operators, and defines its gradient (`derivative`).
 *
 * Tensors are numbered as they are created, and an operator's inputs exist before it. So creation order is a
 * topological order, which differentiation and encoding rely on. Operators that no output needs are never
 * encoded: unused gradients cost nothing at run time.
 */
import { arrayOf, type ElementArray, type ElementType } from './element-type.ts';
import type { Initializer } from './initializers.ts';
import { type Dimension, factorsOf, formatShape, type Shape, ShapeError } from './shape.ts';

export interface Tensor {
  readonly graph: Graph;
  readonly order: number;
  readonly name: string;
  readonly type: ElementType;
  readonly shape: Shape;
  readonly source: TensorSource;
  /** How a gradient continues to the inputs; undefined: it stops here. */
  derivative?: Derivative;
  /** The tensor that replaces this one after training (for dropout: its input). */
  atInference?: Tensor;
}

export type TensorSource =
  | { readonly kind: 'input' }
  /** Fed by the trainer at every step: learning rate, random bytes, moments. */
  | { readonly kind: 'state' }
  | { readonly kind: 'parameter'; readonly parameter: Parameter }
  | { readonly kind: 'constant'; readonly values: ElementArray }
  | { readonly kind: 'operator'; readonly operator: Operator };

export interface Operator {
  readonly opType: string;
  readonly inputs: readonly (Tensor | undefined)[];
  readonly outputs: readonly Tensor[];
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Graphs run inside (the body of a loop), and what they read from outside. */
  readonly bodies: Readonly<Record<string, Body>>;
}

/** Whole numbers are written as ints; write `{ float: 1 }` for a float that happens to be whole. */
export type Attribute = number | string | readonly number[] | { readonly float: number };

export interface Body {
  readonly graph: Graph;
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
}

export interface ParameterOptions {
  readonly initializer: Initializer;
  /** Subject to weight decay; default: true for two and more axes, false for biases and gains. */
  readonly decay?: boolean;
  /** Whether training changes it. Default true. */
  readonly trainable?: boolean;
  /**
   * A table of which a step touches few rows: used by `gather` alone, and updated row by row
   * (`row-updates.ts`). Default false.
   */
  readonly sparse?: boolean;
}

export interface Parameter extends Required<ParameterOptions> {
  readonly name: string;
  readonly shape: readonly number[];
}

/** Rows of a table's gradient, `values` [n, d] at `indices` [n] (which may repeat; then they add up). */
export interface RowGradient {
  readonly indices: Tensor;
  readonly values: Tensor;
}

export interface Derivative {
  readonly inputs: readonly Tensor[];
  /** From the gradient of the loss by this tensor to those by the inputs; undefined: none flows. */
  readonly gradient: (dy: Tensor) => readonly (Tensor | RowGradient | undefined)[];
}

export class Graph {
  readonly #numbers: { next: number };
  readonly #names: Set<string>;
  readonly #sources = new Map<string, { readonly tensor: Tensor; readonly axis: number }>();
  readonly #scalars = new Map<string, Tensor>();
  readonly #sizes = new Map<string, Tensor>();
  readonly inputs: Tensor[] = [];
  readonly parameters: Tensor[] = [];
  readonly parent: Graph | undefined;

  constructor(parent?: Graph) {
    this.parent = parent;
    this.#numbers = parent === undefined ? { next: 0 } : parent.#numbers;
    this.#names = parent === undefined ? new Set() : parent.#names;
  }

  /** An input, given by each batch. Symbols in the shape are dimensions that may differ between batches. */
  input(name: string, type: ElementType, shape: Shape): Tensor {
    const tensor = this.#add(this.#named(name), type, shape, { kind: 'input' });
    this.inputs.push(tensor);
    return tensor;
  }

  state(name: string, type: ElementType, shape: Shape): Tensor {
    return this.#add(this.#named(name), type, shape, { kind: 'state' });
  }

  /** A learned parameter. The name is used in checkpoints and in the ONNX file. */
  parameter(name: string, shape: readonly number[], options: ParameterOptions): Tensor {
    const parameter: Parameter = {
      name: this.#named(name),
      shape,
      initializer: options.initializer,
      decay: options.decay ?? shape.length >= 2,
      trainable: options.trainable ?? true,
      sparse: options.sparse ?? false,
    };
    if (parameter.sparse && shape.length !== 2)
      throw new ShapeError(`parameter "${name}" ${formatShape(shape)}: a sparse one is [rows, width].`);
    const tensor = this.#add(name, 'float32', shape, { kind: 'parameter', parameter });
    this.parameters.push(tensor);
    return tensor;
  }

  constant(
    values: number | readonly number[] | ElementArray,
    type: ElementType = 'float32',
    shape?: Shape,
  ): Tensor {
    if (typeof values === 'number' && shape === undefined) return this.#scalar(values, type);
    const array = ArrayBuffer.isView(values) ? values : arrayOf(type, values);
    const own = shape ?? [array.length];
    if (own.reduce<number>((size, dimension) => size * Number(dimension), 1) !== array.length)
      throw new ShapeError(`constant: ${array.length} values do not fill ${formatShape(own)}.`);
    return this.#add(this.#fresh('constant'), type, own, { kind: 'constant', values: array });
  }

  #scalar(value: number, type: ElementType): Tensor {
    const key = `${type} ${Object.is(value, -0) ? '-0' : value}`;
    const known = this.#scalars.get(key);
    if (known !== undefined) return known;
    const source = { kind: 'constant', values: arrayOf(type, value) } as const;
    const made = this.#add(this.#fresh('constant'), type, [], source);
    this.#scalars.set(key, made);
    return made;
  }

  /** Adds an operator of ONNX; ops of `ops/` are the only callers. */
  operator(
    opType: string,
    inputs: readonly (Tensor | undefined)[],
    outputs: readonly { readonly type: ElementType; readonly shape: Shape }[],
    attributes: Readonly<Record<string, Attribute>> = {},
    bodies: Readonly<Record<string, Body>> = {},
  ): readonly Tensor[] {
    const made: Tensor[] = [];
    const operator: Operator = { opType, inputs, outputs: made, attributes, bodies };
    for (const { type, shape } of outputs)
      made.push(this.#add(this.#fresh(opType), type, shape, { kind: 'operator', operator }));
    return made;
  }

  /** The size of a dimension as an int64 [1], read from a batch where it is a symbol. */
  sizeOf(dimension: Dimension): Tensor {
    if (typeof dimension === 'number') return this.#wholeNumber(dimension);
    const known = this.#sizes.get(dimension);
    if (known !== undefined) return known;
    const made = this.#readSize(dimension);
    this.#sizes.set(dimension, made);
    return made;
  }

  #readSize(dimension: string): Tensor {
    const type = { type: 'int64', shape: [1] } as const;
    const { count, symbols } = factorsOf(dimension);
    const sizes = symbols.map((symbol) => {
      const { tensor, axis } = this.#sourceOf(symbol);
      return this.operator('Shape', [tensor], [type], { start: axis, end: axis + 1 })[0]!;
    });
    if (count !== 1) sizes.push(this.#wholeNumber(count));
    return sizes.reduce((product, size) => this.operator('Mul', [product, size], [type])[0]!);
  }

  #wholeNumber(value: number): Tensor {
    return this.constant([value], 'int64');
  }

  #sourceOf(symbol: string): { readonly tensor: Tensor; readonly axis: number } {
    const source = this.#sources.get(symbol);
    if (source !== undefined) return source;
    if (this.parent !== undefined) return this.parent.#sourceOf(symbol);
    throw new ShapeError(`dimension "${symbol}" is of no input: give it to one with graph.input(…).`);
  }

  #add(name: string, type: ElementType, shape: Shape, source: TensorSource): Tensor {
    const tensor: Tensor = { graph: this, order: this.#numbers.next++, name, type, shape, source };
    shape.forEach((dimension, axis) => {
      const { count, symbols } = factorsOf(dimension);
      if (symbols.length === 1 && count === 1 && !this.#sources.has(symbols[0]!))
        this.#sources.set(symbols[0]!, { tensor, axis });
    });
    return tensor;
  }

  #fresh(opType: string): string {
    return `${opType}:${this.#numbers.next}`;
  }

  #named(name: string): string {
    if (!/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(name))
      throw new Error(`"${name}" cannot name a tensor: letters, digits and _ . / - only.`);
    if (this.#names.has(name))
      throw new Error(`two tensors are named "${name}": name one of them otherwise.`);
    this.#names.add(name);
    return name;
  }
}
