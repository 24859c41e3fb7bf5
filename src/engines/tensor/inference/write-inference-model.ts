/**
 * Writes a trained graph as an ONNX file: the operators that the outputs need, without dropout, and the
 * values of the parameters. Any runtime for ONNX opset 20 can run it, such as ONNX Runtime from 1.17 on.
 */
import type { Tensor } from '../graph/graph.ts';
import { selectOperators } from '../onnx/select-operators.ts';
import { writeModel } from '../onnx/write-model.ts';

export interface InferenceModel {
  /** The outputs of the file by name. */
  readonly outputs: Readonly<Record<string, Tensor>>;
  /** The values by name, of at least the parameters that the outputs need; row-major. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
  /** Written into the file's metadata. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly description?: string;
}

/**
 * The bytes of the file. Throws an Error if a parameter is missing or has another size, or if an output needs
 * a state of training.
 */
export function writeInferenceModel({ outputs, parameters, ...rest }: InferenceModel): Uint8Array {
  const selection = selectOperators(Object.values(outputs), { inference: true });
  for (const { name, source } of selection.inputs) {
    if (source.kind === 'state') throw new Error(`the outputs need "${name}", which only training has.`);
    if (source.kind === 'parameter') assertValues(source.parameter, parameters.get(name));
  }
  const named = Object.entries(outputs).map(([name, tensor]) => ({ name, tensor }));
  return writeModel({ ...selection, ...rest, outputs: named, parameterValues: parameters });
}

function assertValues(
  { name, shape }: { readonly name: string; readonly shape: readonly number[] },
  values: Float32Array | undefined,
): void {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  if (values?.length !== size)
    throw new Error(
      `parameter "${name}" [${shape.join(', ')}] has ${size} values; ${values?.length ?? 'none'} were given.`,
    );
}
