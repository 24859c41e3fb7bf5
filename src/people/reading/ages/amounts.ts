/** Whether an "m" after a number means millions or metres: "sold it for 29M", "29 m from the beach". */

import type { TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { beginningWith } from '../phrases/beside-words.ts';

const motionVerbs =
  /(?:^| )(?:live|lives|living|walk|walking|swim|run|sprint|jump|ran|swam)(?: (?:about|just|only))?$/;
const moneyVerbs =
  /(?:^| )(?:raising|raised|raise|sold|worth|valued|earned|made|spent|lost|costs?)(?: \S+)?$/;
const countedMillions = beginningWith([
  '(view[s]|followers|users|subscribers|streams|downloads|plays|likes|arr|mrr|revenue|dollars|euros|pounds|exit|deal|budget|people|in (funding|revenue|sales|debt))',
]);
const metres = beginningWith([
  'away from (my|the|a|here)',
  '(from|off|to) (my|a|our|here|work|home)',
  '(from|off|to) the (beach|sea|ocean|lake|river|water|coast|park|road|house|door|top|ground|school|gym|bar|pub)',
  '(from|off|to) the (station|metro|subway|tube|bus|office|shop|shops|city|centre|center|finish|line|airport)',
]);

/** Whether an "m" after the number means millions or metres: "sold it for 29M", "29 m from the beach". */
export function isAmount(document: TextDocument, first: number, last: number): boolean {
  const letter = document.words[last]!;
  if (letter.form !== 'm') return false;
  const trail = formsAfter(document, last + 1, 4);
  if (moneyVerbs.test(formsBefore(document, first, 4)) || countedMillions.test(trail)) return true;
  // A capital M is not a metre.
  if (letter.capital) return false;
  if (motionVerbs.test(formsBefore(document, first, 2))) return true;
  const size = document.words[last + 1];
  const isSize =
    size?.clause === letter.clause && /^(?:high|long|run|sprint|dash|swim|deep|wide)$/.test(size.form);
  return (isSize && document.words[last + 2]?.clause !== letter.clause) || metres.test(trail);
}
