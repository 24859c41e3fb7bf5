/** The sentence, after the reason, on the card of a refit that had nobody to choose or to judge by. */
import { counted } from '../../../contract/errors.ts';
import { describeKinds } from '../adaptation/describe-kinds.ts';
import { describeLeftOut } from '../adaptation/describe-left-out.ts';
import type { Material } from '../adaptation/read-material.ts';
import type { FitFacts } from '../models/architecture.ts';

export function describeUnjudged(
  { kinds, histories, leftOut }: Pick<Material, 'kinds' | 'histories' | 'leftOut'>,
  { epochs, blend, temperature }: FitFacts,
): string {
  const keeps =
    blend == null && temperature == null ? '' : ', with the blend and the scale of the serving model';
  return [
    `Nothing was held out: it was trained for ${counted(epochs, 'epoch')}${keeps}.`,
    describeKinds(kinds, histories, false),
    describeLeftOut(leftOut),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
