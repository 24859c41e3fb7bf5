/** The names of a domain's fields and values, as the network takes them. */
import { Tensor } from 'onnxruntime-node';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { nativePart } from '../../../platform/threads/native-part.ts';
import type { NameTables } from './name-tables.ts';
import { vectorsOfNames } from './name-vectors.ts';
import { kindsOf, type Label, labelsOf } from './names.ts';
import { openSession } from './network-files.ts';

export interface DomainNames {
  /** Rows of the tables of kinds: "value protocols mcp". */
  readonly kinds: ReadonlyMap<string, number>;
  readonly labels: readonly Label[];
  /** Positions of labels of one field that exclude each other. */
  readonly groups: readonly (readonly number[])[];
  readonly tables: NameTables;
}

/** null: the network was fitted on no names of this domain. */
export async function namesOfDomain(definition: DomainDefinition): Promise<DomainNames | null> {
  const [kinds, labels] = [kindsOf(definition), labelsOf(definition)];
  if (labels.length === 0 || kinds.length === 0) return null;
  const names = [...labels.map(({ name }) => name), ...kinds.flatMap(({ field, value }) => [field, value])];
  const of = await vectorsOfNames(new Set(names));
  if (of === null) return null;
  const given = {
    labels: rows(labels.map(({ name }) => [of(name)])),
    kinds: rows(kinds.map(({ field, value }) => [of(field), of(value)])),
  };
  const made = await nativePart(async () => {
    const session = await openSession('names');
    const found = await session.run(given);
    await session.release();
    return found;
  });
  const single = [...labels.entries()].filter(([, { isSingle }]) => isSingle);
  const byField = Map.groupBy(single, ([, { field }]) => field);
  return {
    kinds: new Map(kinds.map(({ key }, row) => [key, row])),
    labels,
    groups: [...byField.values()].map((group) => group.map(([at]) => at)),
    tables: {
      queries: made.queries!,
      gates: made.gates!,
      said: made.said!,
      biases: made.biases!,
      kindSaid: made.kind_said!,
      kindGates: made.kind_gates!,
    },
  };
}

function rows(of: readonly (readonly Float32Array[])[]): Tensor {
  const width = of[0]!.reduce((sum, { length }) => sum + length, 0);
  const all = new Float32Array(of.length * width);
  for (const [row, parts] of of.entries()) {
    let at = row * width;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
  }
  return new Tensor('float32', all, [of.length, width]);
}
