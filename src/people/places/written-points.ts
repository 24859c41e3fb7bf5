/**
 * Coordinates as people write them: "52.52, 13.40", "52,52 13,40", "52.52° N, 13.40° E", "N 52° 31.2′ E 13°
 * 24′", `52°31'12"N 13°24'18"E`, "geo:52.52,13.40". undefined: the text is not written as coordinates; null:
 * no place of the globe has them.
 */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

const DEGREES = String.raw`[+-−]?\d{1,3}(?:[.,]\d{1,20})?`;
const MINUTES = String.raw`(?:\s*\d{1,2}(?:[.,]\d{1,20})?\s*['′’])?(?:\s*\d{1,2}(?:[.,]\d{1,20})?\s*(?:["″”]|''))?`;
const SIDE = '[NSEWOnsewo]';
const ONE = String.raw`(${SIDE})?\s*(${DEGREES})\s*(?:[°º]\s*)?(${MINUTES})\s*(${SIDE})?`;
const both = new RegExp(String.raw`^${ONE}\s*(?:[,;/|]\s*|\s+)${ONE}$`);
const decimalCommas = /^([+-]?\d{1,2}),(\d{1,20})\s*[,;]?\s+([+-]?\d{1,3}),(\d{1,20})$/;
const separated = /^([+-]?\d{1,2}),(\d{1,20}),\s*([+-]?\d{1,3}),(\d{1,20})$/;

export function pointWritten(text: string): Point | null | undefined {
  const bare = text
    .trim()
    .replace(/^\p{L}{1,3}:\s*|^\(|\)$|^\[|\]$/gu, '')
    .replace(/\b(?:lat(?:itude)?|lon(?:gitude)?|lng)\b\s*[:=]?\s*/gi, '')
    .replace(/−/g, '-')
    .trim();
  const commas = decimalCommas.exec(bare) ?? separated.exec(bare);
  if (commas !== null)
    return inRange(Number(`${commas[1]}.${commas[2]}`), Number(`${commas[3]}.${commas[4]}`));
  const found = both.exec(bare);
  if (found === null) return undefined;
  const [, sideA, degreesA, minutesA, afterA, sideB, degreesB, minutesB, afterB] = found;
  const first = { side: (sideA ?? afterA)?.toUpperCase(), value: angle(degreesA!, minutesA!) };
  // "N 48.86 E 2.35": the sign after the first number is that of the second.
  const isAhead = sideA !== undefined && sideB === undefined && afterB === undefined;
  const sideOfSecond = isAhead ? afterA : (sideB ?? afterB);
  const second = { side: sideOfSecond?.toUpperCase(), value: angle(degreesB!, minutesB!) };
  // "12 34" is a house number and a floor, not a place: without a comma or a sign of degrees there are
  // decimals.
  if (!/[,;°º.]|[NSEWO]/i.test(bare)) return undefined;
  if (first.side === undefined && second.side === undefined) return inRange(first.value, second.value);
  if (isOfLatitude(first.side) && isOfLongitude(second.side))
    return inRange(signed(first, /S/), signed(second, /W/));
  if (isOfLongitude(first.side) && isOfLatitude(second.side))
    return inRange(signed(second, /S/), signed(first, /W/));
  return undefined;
}

const isOfLatitude = (side: string | undefined) => side === 'N' || side === 'S';
const isOfLongitude = (side: string | undefined) => side === 'E' || side === 'W' || side === 'O';

function signed(
  { side, value }: { readonly side: string | undefined; readonly value: number },
  below: RegExp,
) {
  return below.test(side ?? '') ? -Math.abs(value) : value;
}

function angle(degrees: string, minutes: string): number {
  const whole = decimal(degrees);
  const parts = [...minutes.matchAll(/\d{1,2}(?:[.,]\d{1,20})?/g)].map(([part]) => decimal(part));
  const fraction = (parts[0] ?? 0) / 60 + (parts[1] ?? 0) / 3600;
  return whole < 0 || degrees.startsWith('-') ? whole - fraction : whole + fraction;
}

const decimal = (written: string) => Number(written.replace(',', '.'));

function inRange(lat: number, lon: number): Point | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
