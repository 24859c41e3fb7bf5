/** Runs a subgraph for tests: inputs, states and parameters are all fed. */
import type { ElementArray } from '../graph/element-type.ts';
import type { Tensor } from '../graph/graph.ts';
import { openSession, ortTensor } from '../onnx/open-session.ts';
import { selectOperators } from '../onnx/select-operators.ts';
import { writeModel } from '../onnx/write-model.ts';

interface Fed {
  readonly values: ElementArray;
  readonly shape: readonly number[];
}

export interface GraphRun {
  run(feeds: Readonly<Record<string, Fed>>): Promise<Readonly<Record<string, Fed>>>;
  close(): Promise<void>;
}

export async function openGraph(outputs: Readonly<Record<string, Tensor>>, threads = 1): Promise<GraphRun> {
  const selection = selectOperators(Object.values(outputs));
  const named = Object.entries(outputs).map(([name, tensor]) => ({ name, tensor }));
  const session = await openSession(
    writeModel({ ...selection, outputs: named, parameterValues: new Map() }),
    {
      threads,
    },
  );
  return {
    run: async (feeds) => {
      const tensors = selection.inputs.map(({ name, type }) => {
        return [name, ortTensor(type, feeds[name]!.values, feeds[name]!.shape)] as const;
      });
      const results = await session.run(Object.fromEntries(tensors));
      return Object.fromEntries(
        Object.entries(results).map(([name, { data, dims }]) => [
          name,
          { values: data as ElementArray, shape: dims },
        ]),
      );
    },
    close: () => session.release(),
  };
}
