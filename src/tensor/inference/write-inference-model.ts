/**
 * Writes a trained graph as a plain ONNX file: the operators that the outputs need, without dropout, with the
 * parameters inside. Any reader of ONNX opset 20 runs it, for example ONNX Runtime from 1.17 on.
 */
import type { Tensor } from '../graph/graph.ts';
import { selectOperators } from '../onnx/select-operators.ts';
import { writeModel } from '../onnx/write-model.ts';

export interface InferenceModel {
  /** Names of the file's outputs, and what they are. */
  readonly outputs: Readonly<Record<string, Tensor>>;
  /** `trainer.parameters()`, or a checkpoint's; all that the outputs need. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
  /** Kept in the file's metadata: version, domain, how the inputs are made. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly description?: string;
}

/** The bytes of the file. Throws an Error if a parameter is missing or has another size. */
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
