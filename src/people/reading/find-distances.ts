/** Finds how far away a counterpart may be: "within 25km", "max 20 miles", "50 km radius". */

import { type FoundPreference, isReadable, type TextDocument } from './document.ts';
import { formsAfter, formsBefore } from './numbers/forms-beside.ts';
import { numberAt } from './numbers/read-number.ts';
import { isOwnClause } from './quantities/amount-without-currency.ts';
import { unitOfLabel } from './quantities/label-units.ts';

/** "Not too far, say 30km": a number that a hedge leaves open, where the sentence is about distance. */
const hedge =
  /(?:^| )(?:say|about|around|roughly|maybe|like|approx|approximately|circa|ca|perhaps|preferably|ideally)$/;
const ofDistance = /(?:^| )(?:far|close|near|nearby|local|locally|distance|travel|travelling|drive)(?: |$)/;
const MOST_WORDS_OF_DISTANCE = 7;

/** Kilometres in a unit. */
const distanceUnits: Readonly<Record<string, number>> = {
  km: 1,
  kms: 1,
  k: 1,
  ks: 1,
  kilometers: 1,
  kilometres: 1,
  kilometer: 1,
  kilometre: 1,
  mile: 1.609344,
  miles: 1.609344,
  mi: 1.609344,
};

/** Units in labels: "max_distance_km". A `k` there is none. */
const labelUnits = { km: 1, kms: 1, kilometers: 1, kilometres: 1, miles: 1.609344, mi: 1.609344 };

/** Half the circumference of the earth. A longer distance is not one between two places. */
const MAX_DISTANCE_KM = 20_037;
const MIN_MILEAGE_KM = 2000;

export function findDistances(document: TextDocument): FoundPreference[] {
  const found: FoundPreference[] = [];
  for (let at = 0; at < document.words.length; at++) {
    if (!isReadable(document, at, 'any')) continue;
    const number = numberAt(document, at);
    if (number === null || number.value <= 0) continue;
    const unit = document.words[number.last];
    const named =
      unit === undefined || !Object.hasOwn(distanceUnits, unit.form) ? undefined : distanceUnits[unit.form];
    // "radius_km: 80"
    const labelled = named === undefined ? unitOfLabel(document, at, labelUnits) : null;
    const factor = named ?? labelled ?? undefined;
    if (factor === undefined) continue;
    if (/^[$€£¥₹]$/.test(document.words[at - 1]?.word ?? '') || /[$€£¥₹]\s*$/.test(document.words[at]!.gap))
      continue;
    const lead = formsBefore(document, at, 4);
    const trail = formsAfter(document, number.last + 1, 4);
    const hasLimitBefore =
      document.spelling?.distanceLead.test(lead) === true ||
      /(?:^| )(?:within|max|maximum|up to|no more than|not more than|at most|(?:no|nowhere|not|never) (?:live |be |go |travel )?(?:further|farther|more) (?:off |away )?than|(?:further|farther) (?:off |away |out )?than|less than|closer than|at the furthest|distance of|under|radius|distance|radius of|inside(?: of)?|in a|not (?:past|beyond|over|above))$/.test(
        lead,
      );
    // "Up to 95k EUR" is pay; "within 10k of me" is a distance.
    const isShort =
      unit?.form === 'k' && !(/(?:^| )within(?: about)?$/.test(lead) && /^(?:s\b|$)/.test(trail));
    if (isShort && !/^(?:radius|away|of me|of my|from me|range|of)\b/.test(trail)) continue;
    const hasLimitAfter =
      /^(?:radius|max|maximum|or less|at most|tops|away max|range|radius|or so|or thereabouts|(?:is|are|would be) (?:fine|ok|okay|ideal|perfect|enough|plenty|the (?:most|max\w*|limit|furthest|farthest|outer limit)|my (?:limit|max\w*)|about (?:right|my limit)|as far as)|limit|ideally|at the (?:outside|furthest|most))\b/.test(
        trail,
      );
    const isFromPerson = /^(?:away|of me|from me|of my|from (?:her|him|us|them|here))\b/.test(trail);
    const isWish = document.scopes[at] === 'wish';
    // "I live 20 km from work", "I run 10 km".
    const isOwnDistance =
      /(?:^| )(?:live|lives|living|run|ran|walk|cycle|bike|commute|based|work)\b/.test(lead) &&
      !isFromPerson &&
      !isWish &&
      !(
        /(?:^| )(?:living|based|residing|resident|(?:must|should|to|you|please) (?:live|reside)) within$/.test(
          lead,
        ) && !/(?:^| )(?:i|im|we)(?: |$)/.test(formsBefore(document, at, 8))
      );
    const isHedged =
      hedge.test(lead) && (isWish || ofDistance.test(formsBefore(document, at, MOST_WORDS_OF_DISTANCE)));
    const isListed =
      isHedged || (isWish && isFromPerson) || (isWish && isOwnClause(document, at, number.last + 1));
    if (!(hasLimitBefore || hasLimitAfter || isListed || labelled !== null) || isOwnDistance) continue;
    // "Under 8,000 km" is what a thing has run.
    if (/(?:^| )(?:under|less than|below)$/.test(lead) && number.value * factor >= MIN_MILEAGE_KM) continue;
    const km = Math.round(number.value * factor * 100) / 100;
    if (km > MAX_DISTANCE_KM) continue;
    found.push({
      preference: { kind: 'distance', km },
      first: at,
      last: labelled === null ? number.last + 1 : number.last,
      confidence: 0.9,
      origin: 'rules',
    });
  }
  return found;
}
