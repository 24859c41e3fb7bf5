/** Declarations of features and of kinds of events, from JSON files of the operator. */
import { DeclaredKinds, type EventKinds } from '../../../contract/dataset-events.ts';
import { type DatasetFeatures, DeclaredFeatures, noFeatures } from '../../../contract/dataset-features.ts';
import { declaredJson } from './declared-json.ts';

const featuresForm = 'Expected JSON such as {"items": {"price": "number", "genre": "list"}}.';
const kindsForm = 'Expected JSON such as {"view": {"weight": 0.1}, "return": {"weight": -1}}.';

/** `file` undefined: nothing is declared. Throws UsageError. */
export function declaredFeatures(file: string | undefined): DatasetFeatures {
  return file === undefined ? noFeatures : declaredJson(file, DeclaredFeatures, featuresForm);
}

/** As `declaredFeatures`. */
export function declaredKinds(file: string | undefined): EventKinds {
  return file === undefined ? {} : declaredJson(file, DeclaredKinds, kindsForm);
}
