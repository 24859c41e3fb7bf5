/** Words around the name of a place that name no place themselves. */

/** "Greater London Area", "Raum Köln", "Lyon et alentours": the name in the group. */
const leads = {
  german:
    'metropolregion|großraum|grossraum|raum|region|umgebung von|umgebung|umland|nähe von|nähe|nahe|bei|in der nähe von|ballungsraum|agglomeration|agglo|stadtregion|um',
  french: 'région|region|agglomération|métropole|environs|banlieue|alentours|grand|près|proche',
  southern:
    'área|area|zona|región|region|cerca|alrededores|gran|grande|região|arredores|hinterland|dintorni|provincia|vicino',
};
const trails = [
  'area|metroplex|metro|bay area|suburbs|and surroundings|and surrounding areas?|& surroundings',
  'und umgebung|u\\.?\\s?umg\\.?|umgebung|umland|en omgeving|og omegn',
  'et (?:ses )?(?:alentours|environs)|y (?:sus )?alrededores|e dintorni|e arredores',
].join('|');
const metropolitan = '(?:metropolitan|metro)';
const ofPlace = '(?:de\\s+|di\\s+|da\\s+|do\\s+|del\\s+|a\\s+)';
const surroundings: readonly RegExp[] = [
  `^(?:the\\s+)?(?:greater|metro|metropolitan)\\s+(.+?)(?:\\s+${metropolitan})?(?:\\s+(?:area|region|metroplex|bay area))?$`,
  '^(?:the\\s+)?(.+?)\\s+(?:metropolitan|metro|greater|urban)\\s+(?:area|region)$',
  `^(?:the\\s+)?(.+?)\\s+(?:${trails})$`,
  `^(?:${leads.german})\\s+(.+)$`,
  `^(?:${leads.french})\\s+(?:de\\s+|d[’'])?(.+)$`,
  `^(?:${leads.southern})\\s+(?:metropolitana\\s+)?${ofPlace}?(.+)$`,
  '^(?:near|around|just outside|outside|close to|nearby)\\s+(.+)$',
  '^(?:omgeving|regio)\\s+(.+)$',
].map((pattern) => new RegExp(pattern, 'i'));

/** null: the text has no such words. */
export function coreOfSurroundings(text: string): string | null {
  for (const pattern of surroundings) {
    const core = pattern.exec(text.trim())?.[1]?.trim();
    if (core !== undefined && core !== '') return core;
  }
  return null;
}

/** "Paris 9ème", "Dublin 4", "København K": a city with a district's number or letter. null: another text. */
export function cityBeforeNumber(text: string): string | null {
  const found = /^(\p{L}[\p{L} .'’-]*?)\s+(?:\d{1,2}(?:er|e|ème|eme|th)?|[A-ZØ]{1,2})(?:\s*,\s*(.+))?$/u.exec(
    text,
  );
  if (found === null) return null;
  const [, city = '', country] = found;
  return country === undefined ? city : `${city}, ${country}`;
}

const noiseWords =
  '(?:fully |100% )?remote|hybrid|on-?site|home ?office|worldwide|anywhere|global|europe|europa|eu|emea|earth|planet earth';
const noise = new RegExp(`^(?:${noiseWords})$`, 'i');
const basedIn = '(?:currently |now )?(?:based|located|living|residing) (?:in|near|at)';
const lead = new RegExp(`^(?:${basedIn}|hq:?|location:|city of|stadt|ort:|wohnort:)\\s+`, 'i');

/** Without pictures, "based in", and parts that name a way of working or a continent. */
export function withoutNoise(text: string): string {
  const bare = text
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u200d|\ufe0f/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(lead, '')
    .replace(/\s+(?:[-–—]|(?:->|→))\s+/g, ', ')
    .replace(/\s*\((?:remote|hybrid|on-?site)\)$/i, '');
  const parts = bare.split(/\s*[,;|]\s*/);
  const kept = parts.filter((part) => part !== '' && !noise.test(part));
  return kept.length === parts.length ? bare : kept.join(', ');
}
