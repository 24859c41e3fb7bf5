/**
 * Writes a graph as an ONNX file (onnx.proto3) with `pbf` (docs/design/decisions/tensor.md).
 *
 * IR version 9 and opset 20, the first opset with Gelu; ONNX Runtime supports it from 1.17 on. The numbers of
 * fields below are those of onnx.proto3.
 */
import { PbfWriter } from 'pbf';
import { onnxTypeCode } from '../graph/element-type.ts';
import type { Attribute, Body, Operator, Tensor } from '../graph/graph.ts';
import { type Selection, selectOperators } from './select-operators.ts';

const IR_VERSION = 9;
const OPSET = 20;

export interface ModelContent extends Selection {
  readonly outputs: readonly { readonly name: string; readonly tensor: Tensor }[];
  /** The values that the file has, by name of parameter; a parameter without values becomes an input. */
  readonly parameterValues: ReadonlyMap<string, Float32Array>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly description?: string;
}

export function writeModel(content: ModelContent): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarintField(1, IR_VERSION);
  writer.writeStringField(2, 'counterpart');
  if (content.description !== undefined) writer.writeStringField(6, content.description);
  writer.writeMessage(7, writeMainGraph, content);
  writer.writeMessage(8, (_, opset) => opset.writeVarintField(2, OPSET), null);
  for (const [key, value] of Object.entries(content.metadata ?? {}))
    writer.writeMessage(14, writeStringPair, [key, value] as const);
  return writer.finish();
}

function writeMainGraph(content: ModelContent, writer: PbfWriter): void {
  const renamed = renamedOutputs(content);
  const nameOf = (tensor: Tensor) =>
    renamed.get(content.replacementOf(tensor)) ?? content.replacementOf(tensor).name;
  for (const operator of content.operators)
    writer.writeMessage(1, (own: Operator, node) => writeOperator(own, node, nameOf), operator);
  for (const { name, tensor } of content.outputs)
    if (nameOf(tensor) !== name) writer.writeMessage(1, writeIdentity, { from: nameOf(tensor), to: name });
  writer.writeStringField(2, 'main');
  for (const tensor of content.constants) writer.writeMessage(5, writeConstant, tensor);
  for (const tensor of content.inputs) {
    const values = tensor.source.kind === 'parameter' ? content.parameterValues.get(tensor.name) : undefined;
    if (values === undefined) writer.writeMessage(11, writeValueInfo, tensor);
    else writer.writeMessage(5, writeTensor, { tensor, values });
  }
  for (const { name, tensor } of content.outputs)
    writer.writeMessage(12, writeValueInfo, { ...tensor, name });
}

/**
 * The tensors that get the name of their output: results of operators. Any other tensor, and a second output
 * of the same tensor, needs an Identity operator.
 */
function renamedOutputs({ outputs, replacementOf }: ModelContent): ReadonlyMap<Tensor, string> {
  const renamed = new Map<Tensor, string>();
  for (const { name, tensor } of outputs) {
    const used = replacementOf(tensor);
    if (used.source.kind === 'operator' && !renamed.has(used)) renamed.set(used, name);
  }
  return renamed;
}

function writeOperator(operator: Operator, writer: PbfWriter, nameOf: (tensor: Tensor) => string): void {
  for (const input of operator.inputs) writer.writeStringField(1, input === undefined ? '' : nameOf(input));
  for (const output of operator.outputs) writer.writeStringField(2, nameOf(output));
  writer.writeStringField(3, operator.outputs[0]!.name);
  writer.writeStringField(4, operator.opType);
  for (const attribute of Object.entries(operator.attributes))
    writer.writeMessage(5, writeAttribute, attribute);
  for (const body of Object.entries(operator.bodies)) writer.writeMessage(5, writeBody, body);
}

function writeIdentity(
  { from, to }: { readonly from: string; readonly to: string },
  writer: PbfWriter,
): void {
  writer.writeStringField(1, from);
  writer.writeStringField(2, to);
  writer.writeStringField(3, `output ${to}`);
  writer.writeStringField(4, 'Identity');
}

function writeAttribute([name, value]: readonly [string, Attribute], writer: PbfWriter): void {
  // AttributeProto.AttributeType
  const [float, int, string, ints] = [1, 2, 3, 7];
  writer.writeStringField(1, name);
  if (typeof value === 'string') {
    writer.writeBytesField(4, Buffer.from(value));
    writer.writeVarintField(20, string);
  } else if (typeof value === 'number' && Number.isInteger(value)) {
    writer.writeVarintField(3, value);
    writer.writeVarintField(20, int);
  } else if (typeof value === 'number' || 'float' in value) {
    writer.writeFloatField(2, typeof value === 'number' ? value : value.float);
    writer.writeVarintField(20, float);
  } else {
    for (const element of value) writer.writeVarintField(8, element);
    writer.writeVarintField(20, ints);
  }
}

function writeBody([name, body]: readonly [string, Body], writer: PbfWriter): void {
  const graph = 5;
  writer.writeStringField(1, name);
  writer.writeMessage(6, writeBodyGraph, body);
  writer.writeVarintField(20, graph);
}

function writeBodyGraph({ graph, inputs, outputs }: Body, writer: PbfWriter): void {
  const { operators, constants } = selectOperators(outputs, { within: graph });
  for (const operator of operators)
    writer.writeMessage(1, (own: Operator, node) => writeOperator(own, node, ({ name }) => name), operator);
  writer.writeStringField(2, 'body');
  for (const tensor of constants) writer.writeMessage(5, writeConstant, tensor);
  for (const tensor of inputs) writer.writeMessage(11, writeValueInfo, tensor);
  for (const tensor of outputs) writer.writeMessage(12, writeValueInfo, tensor);
}

function writeConstant(tensor: Tensor, writer: PbfWriter): void {
  if (tensor.source.kind !== 'constant') throw new TypeError(`${tensor.name} is no constant.`);
  writeTensor({ tensor, values: tensor.source.values }, writer);
}

function writeTensor(
  { tensor, values }: { readonly tensor: Tensor; readonly values: ArrayBufferView },
  writer: PbfWriter,
): void {
  for (const dimension of tensor.shape) writer.writeVarintField(1, Number(dimension));
  writer.writeVarintField(2, onnxTypeCode[tensor.type]);
  writer.writeStringField(8, tensor.name);
  writer.writeBytesField(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}

function writeValueInfo(
  { name, type, shape }: Pick<Tensor, 'name' | 'type' | 'shape'>,
  writer: PbfWriter,
): void {
  writer.writeStringField(1, name);
  writer.writeMessage(2, (_, typeProto) => typeProto.writeMessage(1, writeTensorType, { type, shape }), null);
}

function writeTensorType({ type, shape }: Pick<Tensor, 'type' | 'shape'>, writer: PbfWriter): void {
  writer.writeVarintField(1, onnxTypeCode[type]);
  writer.writeMessage(2, writeShape, shape);
}

function writeShape(shape: Tensor['shape'], writer: PbfWriter): void {
  for (const dimension of shape) {
    writer.writeMessage(
      1,
      (_, proto) => {
        if (typeof dimension === 'number') proto.writeVarintField(1, dimension);
        else proto.writeStringField(2, dimension);
      },
      null,
    );
  }
}

function writeStringPair([key, value]: readonly [string, string], writer: PbfWriter): void {
  writer.writeStringField(1, key);
  writer.writeStringField(2, value);
}
