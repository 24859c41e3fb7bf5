/** An untrained cross encoder with nonzero points. */
import { Graph } from '../../../../engines/tensor/graph/graph.ts';
import { normal } from '../../../../engines/tensor/graph/initializers.ts';
import { writeInferenceModel } from '../../../../engines/tensor/inference/write-inference-model.ts';
import type { CrossEncoder } from '../cross-encoder.ts';
import { pairNetwork } from '../pair-network.ts';
import type { PairVocabulary } from '../pair-vocabulary.ts';

export function randomCrossEncoder(vocabulary: PairVocabulary, seed = 1): CrossEncoder {
  const graph = new Graph();
  const points = pairNetwork(graph, vocabulary);
  const parameters = graph.parameters.map(({ name, source }) => {
    if (source.kind !== 'parameter') throw new Error(`${name} is no parameter`);
    const { initializer, shape } = source.parameter;
    const drawn = name === 'answer/weight' ? normal(0.3) : initializer;
    return [name, drawn(name, shape, seed)] as const;
  });
  return { vocabulary, model: writeInferenceModel({ outputs: { points }, parameters: new Map(parameters) }) };
}
