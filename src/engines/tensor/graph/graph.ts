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
  /** How a gradient is propagated to the inputs; undefined: it stops here. */
  derivative?: Derivative;
  /** The tensor that replaces this one without training; for dropout its input. */
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
  /**
   * Nested graphs by attribute name, such as the body of a loop. They may read tensors of the outer graph.
   */
  readonly bodies: Readonly<Record<string, Body>>;
}

/** Whole numbers become ints of ONNX; `{ float: 1 }` becomes a float. */
export type Attribute = number | string | readonly number[] | { readonly float: number };

export interface Body {
  readonly graph: Graph;
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
}

export interface ParameterOptions {
  readonly initializer: Initializer;
  /**
   * Whether weight decay applies. Default: true with two or more axes, false with fewer (biases and gains).
   */
  readonly decay?: boolean;
  /**
   * Whether the optimizer updates it. Default true. If false, the parameter has no moments, and only
   * `Trainer.setParameter` changes it.
   */
  readonly trainable?: boolean;
  /**
   * For a table of which a step reads few rows: only those are updated (`training/update-operators.ts`). Only
   * `gather` may read a sparse parameter. Default false.
   */
  readonly sparse?: boolean;
}

export interface Parameter extends Required<ParameterOptions> {
  readonly name: string;
  readonly shape: readonly number[];
}

/** The gradient of some rows of a table: `values` [n, d] at `indices` [n]. Values at equal indices add up. */
export interface RowGradient {
  readonly indices: Tensor;
  readonly values: Tensor;
}

export interface Derivative {
  readonly inputs: readonly Tensor[];
  /** From the gradient of the loss by this tensor, the gradient by each input; undefined: it is 0. */
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

  /**
   * An input, which each batch provides. Symbols in the shape are dimensions that may differ between batches.
   * Throws an Error if the name is taken or has other characters than letters, digits and _ . / -
   */
  input(name: string, type: ElementType, shape: Shape): Tensor {
    const tensor = this.#add(this.#named(name), type, shape, { kind: 'input' });
    this.inputs.push(tensor);
    return tensor;
  }

  /** An input that the trainer provides at every step. */
  state(name: string, type: ElementType, shape: Shape): Tensor {
    return this.#add(this.#named(name), type, shape, { kind: 'state' });
  }

  /**
   * A parameter, float32. Its name is used in checkpoints and in ONNX files. Throws a ShapeError if a sparse
   * one has not two axes.
   */
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

  /** Default shape: [] for a number, else [the number of values]. Throws a ShapeError if the sizes differ. */
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

  /** Adds an ONNX operator and returns its outputs. Callers outside this room use the ops of `ops/`. */
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

  /** The size of a dimension as an int64 [1]. For a symbol it is read from the batch. */
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
    if (this.#names.has(name)) throw new Error(`two tensors are named "${name}": rename one of them.`);
    this.#names.add(name);
    return name;
  }
}
