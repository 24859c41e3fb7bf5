/** The embeddings of all people with enough events that a model knows, without anonymous sessions. */
import { isSessionKey } from '../../../contract/session-key.ts';
import { normalize } from '../../../platform/numeric/vectors.ts';
import type { PeopleHistories } from '../batches/people-histories.ts';
import { batchOf } from '../serving/answer-predictions.ts';
import type { NamedModel } from '../serving/named-model.ts';
import type { Embeddings } from './choose-medoids.ts';

export interface EmbeddedPeople {
  /** In the order of their first events [P]. */
  readonly personIds: readonly string[];
  /** Numbers of the known items, oldest first [P]. */
  readonly histories: readonly Uint32Array[];
  readonly embeddings: Embeddings;
  /** People with fewer events. */
  readonly leftOut: number;
  /** Anonymous sessions, which are no people. */
  readonly sessionsLeftOut: number;
}

interface EmbedControl {
  readonly signal: AbortSignal;
  /** `people`: embedded so far, of `all`. */
  readonly onProgress: (people: number, all: number) => void;
}

const AT_ONCE = 256;

export async function embedPeople(
  named: NamedModel,
  people: PeopleHistories,
  minEvents: number,
  { signal, onProgress }: EmbedControl,
): Promise<EmbeddedPeople> {
  const { model } = named;
  const personIds = people.personIds.filter((personId) => !isSessionKey(personId));
  const known = personIds.flatMap((personId) => {
    const history = knownItems(named, people.of(personId)!.itemIds);
    return history.length < minEvents ? [] : [{ personId, history }];
  });
  const width = model.embeddingDimensions;
  const values = new Float32Array(known.length * width);
  for (let from = 0; from < known.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const some = known.slice(from, from + AT_ONCE).map(({ history }) => {
      return { history: history.subarray(Math.max(0, history.length - model.maxHistoryItems)) };
    });
    values.set(unitRows(await model.embed(batchOf(some)), width), from * width);
    onProgress(from + some.length, known.length);
  }
  return {
    personIds: known.map(({ personId }) => personId),
    histories: known.map(({ history }) => history),
    embeddings: { values, width },
    leftOut: personIds.length - known.length,
    sessionsLeftOut: people.personIds.length - personIds.length,
  };
}

function knownItems({ names }: NamedModel, itemIds: readonly string[]): Uint32Array {
  return Uint32Array.from(itemIds.flatMap((id) => names.numberOf(id) ?? []));
}

function unitRows(values: Float32Array, width: number): Float32Array {
  for (let from = 0; from < values.length; from += width) normalize(values.subarray(from, from + width));
  return values;
}
