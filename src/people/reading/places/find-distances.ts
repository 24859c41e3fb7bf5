/** Finds how far away a counterpart may be: "within 25km", "max 20 miles", "50 km radius". */
import { sharedWords } from '../../../domains/shared-words.ts';
import { type FoundPreference, isReadable, type TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { numberAt } from '../numbers/read-number.ts';
import { type BesideWords, beginningWith, endingWith } from '../phrases/beside-words.ts';
import { isOwnClause } from '../quantities/amount-without-currency.ts';
import { unitOfLabel } from '../quantities/label-units.ts';

/** Kilometres in a unit. */
const distanceUnits: ReadonlyMap<string, number> = new Map([
  ...'km kms k ks kilometers kilometres kilometer kilometre'.split(' ').map((unit) => [unit, 1] as const),
  ...'mile miles mi'.split(' ').map((unit) => [unit, 1.609344] as const),
]);
/** Units in labels: "max_distance_km". A `k` there is none. */
const labelUnits = { km: 1, kms: 1, kilometers: 1, kilometres: 1, miles: 1.609344, mi: 1.609344 };

/** Half the circumference of the earth. A longer distance is not one between two places. */
const MAX_DISTANCE_KM = 20_037;
const MIN_MILEAGE_KM = 2000;
const MOST_WORDS_OF_DISTANCE = 7;
const MOST_WORDS_OF_OWN = 8;

export function findDistances(document: TextDocument): FoundPreference[] {
  const found: FoundPreference[] = [];
  for (let at = 0; at < document.words.length; at++) {
    const distance = isReadable(document, at, 'any') ? distanceAt(document, at) : null;
    if (distance === null || !isLimit(document, distance) || isMileage(distance)) continue;
    found.push({
      preference: { kind: 'distance', km: distance.km },
      first: at,
      last: distance.isLabelled ? distance.number.last : distance.number.last + 1,
      confidence: 0.9,
      origin: 'rules',
    });
  }
  return found;
}

interface Distance {
  readonly number: NumberAt;
  readonly km: number;
  /** "radius_km: 80" */
  readonly isLabelled: boolean;
  /** The words before the number, and those after its unit. */
  readonly lead: string;
  readonly trail: string;
}

function distanceAt(document: TextDocument, at: number): Distance | null {
  const number = numberAt(document, at);
  if (number === null || number.value <= 0 || isMoney(document, at)) return null;
  const unit = document.words[number.last]?.form ?? '';
  const named = distanceUnits.get(unit);
  const factor = named ?? unitOfLabel(document, at, labelUnits);
  if (factor === null) return null;
  const lead = formsBefore(document, at, 4);
  const trail = formsAfter(document, number.last + 1, 4);
  if (unit === 'k' && !isShortForKilometres(lead, trail)) return null;
  const km = Math.round(number.value * factor * 100) / 100;
  if (km > MAX_DISTANCE_KM) return null;
  return { number, km, isLabelled: named === undefined, lead, trail };
}

const isMoney = ({ words }: TextDocument, at: number) =>
  /^[$€£¥₹]$/.test(words[at - 1]?.word ?? '') || /[$€£¥₹]\s*$/.test(words[at]!.gap);

/** "Up to 95k EUR" is pay; "within 10k of me" is a distance. */
const isShortForKilometres = (lead: string, trail: string) =>
  (withinNumber.test(lead) && /^(?:s\b|$)/.test(trail)) || afterShort.test(trail);

const withinNumber = endingWith(['within [about]']);
const afterShort = beginningWith(['(radius|away|of me|of my|from me|range|of)']);

function isLimit(document: TextDocument, distance: Distance): boolean {
  const { lead, trail, number, isLabelled } = distance;
  const isWish = document.scopes[number.first] === 'wish';
  const isFromPerson = fromPerson.test(trail);
  if (isOwnDistance(document, distance) && !isFromPerson && !isWish) return false;
  return (
    isLabelled ||
    leadsOf(document).test(lead) ||
    limitAfter.test(trail) ||
    (isWish && (isFromPerson || isOwnClause(document, number.first, number.last + 1))) ||
    isHedged(document, distance, isWish)
  );
}

const leads = new Map<string, BesideWords>();

/** The words before a greatest distance in the language; the English ones are understood everywhere. */
function leadsOf({ foreignLanguage }: TextDocument): BesideWords {
  const code = foreignLanguage ?? 'en';
  const known =
    leads.get(code) ?? endingWith(['en', code].flatMap((each) => sharedWords(each).distance_leads));
  leads.set(code, known);
  return known;
}

const limitAfter = beginningWith([
  '(radius|max|maximum|or less|at most|tops|away max|range|or so|or thereabouts|limit|ideally)',
  '(is|are|would be) (fine|ok|okay|ideal|perfect|enough|plenty|as far as|about (right|my limit))',
  '(is|are|would be) (the (most|max*|limit|furthest|farthest|outer limit)|my (limit|max*))',
  'at the (outside|furthest|most)',
]);
const fromPerson = beginningWith(['(away|of me|from me|of my|from (her|him|us|them|here))']);

/** "I live 20 km from work", "I run 10 km", but not "living within 10 km". */
function isOwnDistance(document: TextDocument, { lead, number }: Distance): boolean {
  if (!ownVerbs.test(lead)) return false;
  const isAsked = livesWithin.test(lead);
  return !isAsked || /(?:^| )(?:i|im|we)(?: |$)/.test(formsBefore(document, number.first, MOST_WORDS_OF_OWN));
}

const ownVerbs = /(?:^| )(?:live|lives|living|run|ran|walk|cycle|bike|commute|based|work)\b/;
const livesWithin = endingWith([
  '(living|based|residing|resident|(must|should|to|you|please) (live|reside)) within',
]);

/** "Not too far, say 30km": a number that a hedge leaves open, where the sentence is about distance. */
const isHedged = (document: TextDocument, { lead, number }: Distance, isWish: boolean) =>
  hedge.test(lead) &&
  (isWish || ofDistance.test(formsBefore(document, number.first, MOST_WORDS_OF_DISTANCE)));

const hedge = endingWith([
  '(say|about|around|roughly|maybe|like|approx|approximately|circa|ca|perhaps|preferably|ideally)',
]);
const ofDistance = /(?:^| )(?:far|close|near|nearby|local|locally|distance|travel|travelling|drive)(?: |$)/;

/** "Under 8,000 km" is what a thing has run. */
const isMileage = ({ lead, km }: Distance) => under.test(lead) && km >= MIN_MILEAGE_KM;
const under = endingWith(['(under|less than|below)']);
