/** POST /users and POST /context. */
import { MAX_TEXT_BYTES } from '../../../src/contract/common.ts';
import { type BadRequest, posts, type Row } from './bad-request.ts';

const user = (more: object) => ({ user_id: 'fresh', domain: 'dating', ...more });
const fields = (given: object) => user({ fields: given });
const preferences = (given: object) => user({ preferences: given });
const tooLong = 'x'.repeat(MAX_TEXT_BYTES + 1);
const tooLongInBytes = '😀'.repeat(MAX_TEXT_BYTES / 4 + 1);

/** Ids that no operation takes, as far as no schema says it; `path` is where they stand. */
export const badIds = (around: (id: unknown) => unknown, path: string): readonly Row[] => [
  ['id missing', around(undefined), 400, 'invalid_request', path],
  ['id of 257 characters beyond the basic plane', around('😀'.repeat(257)), 400, 'invalid_request', path],
  ['id with a line break', around('a\nb'), 400, 'invalid_request', path],
  ['id with NUL', around('a\u0000b'), 400, 'invalid_request', path],
  ['id with DEL', around('a\u007fb'), 400, 'invalid_request', path],
  ['id with a C1 control', around('a\u0085b'), 400, 'invalid_request', path],
  ['id with a lone high surrogate', around('a\ud83d'), 400, 'invalid_request', path],
  ['id with a lone low surrogate', around('\ude00a'), 400, 'invalid_request', path],
  ['id a dot', around('.'), 400, 'invalid_request', path],
  ['id two dots', around('..'), 400, 'invalid_request', path],
];

/** Domains that no operation takes. */
export const badDomains = (around: (domain: unknown) => unknown): readonly Row[] => [
  ['domain missing', around(undefined), 400, 'invalid_request', 'domain'],
  ['unknown domain', around('gardening'), 404, 'domain_not_found'],
  ['domain in capitals', around('Dating'), 404, 'domain_not_found'],
  ['domain with a version', around('dating.v1'), 404, 'domain_not_found'],
  ['domain «__proto__»', around('__proto__'), 404, 'domain_not_found'],
  ['domain «constructor»', around('constructor'), 404, 'domain_not_found'],
  ['domain with an SQL quote', around("dating' OR 1=1 --"), 404, 'domain_not_found'],
  ['domain not enabled', around('marketplace'), 403, 'forbidden'],
];

/** Texts without a visible character. */
const blanks: Readonly<Record<string, string>> = {
  empty: '',
  'a space': ' ',
  'white space': ' \t\r\n\f\u000b',
  'a no-break space': '\u00a0',
  'wide spaces': '\u2003\u3000\u2028\u2029',
  'a zero-width space': '\u200b',
  'joiners and marks of direction': '\u200c\u200d\u200e\u202e\u2066',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'control characters': '\u0001\u001f\u007f\u0085',
  'a Hangul filler': '\u3164',
  'an empty Braille pattern': '\u2800',
  'tag characters': '\u{e0041}',
};

export const blankTexts = (around: (text: string) => unknown, path: string): readonly Row[] =>
  Object.entries(blanks).map(([name, text]) => [
    `${path} only ${name}`,
    around(text),
    400,
    'invalid_request',
    path,
  ]);

const badUsers: readonly Row[] = [
  ...blankTexts((context) => user({ context }), 'context'),
  ...blankTexts((context) => user({ context, fields: { age: 30 } }), 'context').map(
    ([name, ...rest]) => [`${name}, beside fields`, ...rest] as Row,
  ),
  ...badIds((user_id) => ({ user_id, domain: 'dating' }), 'user_id'),
  ...badDomains((domain) => ({ user_id: 'fresh', domain, context: 'I am 30.' })),
  ['unknown key', user({ nonsense: 1 }), 400, 'invalid_request', 'nonsense'],
  ['key in capitals', user({ Context: 'x' }), 400, 'invalid_request', 'Context'],
  ['request_id is no key', user({ request_id: 'x' }), 400, 'invalid_request', 'request_id'],
  ['context with NUL', user({ context: 'I am\u0000 30' }), 400, 'invalid_request', 'context'],
  ['context with a lone surrogate', user({ context: 'I am \ud83d' }), 400, 'invalid_request', 'context'],
  ['context one byte too long', user({ context: tooLong }), 413, 'payload_too_large', 'context'],
  ['context too long in bytes only', user({ context: tooLongInBytes }), 413, 'payload_too_large', 'context'],
  ['context too long beside an unknown key', user({ context: tooLong, zz: 1 }), 413, 'payload_too_large'],
  ['fields an array', user({ fields: [] }), 400, 'invalid_request', 'fields'],
  ['age a string', fields({ age: '30' }), 422, 'invalid_field_value', 'age'],
  ['age a fraction', fields({ age: 30.5 }), 422, 'invalid_field_value', 'age'],
  ['age a list of null', fields({ age: [null] }), 422, 'invalid_field_value', 'age'],
  ['age below its range', fields({ age: 17 }), 422, 'invalid_field_value', 'age'],
  ['age above its range', fields({ age: 121 }), 422, 'invalid_field_value', 'age'],
  ['age negative', fields({ age: -30 }), 422, 'invalid_field_value', 'age'],
  ['age beyond safe integers', fields({ age: 2 ** 60 }), 422, 'invalid_field_value', 'age'],
  ['age true', fields({ age: true }), 422, 'invalid_field_value', 'age'],
  ['age an array', fields({ age: [30] }), 422, 'invalid_field_value', 'age'],
  ['gender not among its values', fields({ gender: 'Woman' }), 422, 'invalid_field_value', 'gender'],
  ['gender a list', fields({ gender: ['woman'] }), 422, 'invalid_field_value', 'gender'],
  ['gender «toString»', fields({ gender: 'toString' }), 422, 'invalid_field_value', 'gender'],
  ['goal empty', fields({ relationship_goal: '' }), 422, 'invalid_field_value', 'relationship_goal'],
  ['location blank', fields({ location: '  ' }), 422, 'invalid_field_value', 'location'],
  ['location a number', fields({ location: 5 }), 422, 'invalid_field_value', 'location'],
  ['location half coordinates', fields({ location: { lat: 38.7 } }), 422, 'invalid_field_value', 'location'],
  [
    'location off the globe',
    fields({ location: { lat: 91, lon: 0 } }),
    422,
    'invalid_field_value',
    'location',
  ],
  [
    'location with more',
    fields({ location: { lat: 1, lon: 1, alt: 1 } }),
    422,
    'invalid_field_value',
    'location',
  ],
  ['values_text a number', fields({ values_text: 1 }), 422, 'invalid_field_value', 'values_text'],
  [
    'values_text too long',
    fields({ values_text: 'x'.repeat(65_537) }),
    422,
    'invalid_field_value',
    'values_text',
  ],
  [
    'derived value unknown',
    fields({ attachment_style: 'calm' }),
    422,
    'invalid_field_value',
    'attachment_style',
  ],
  ['an extra with a lone surrogate', fields({ hobby: '\udc00' }), 400, 'invalid_request', 'fields.hobby'],
  ['preferences an array', user({ preferences: [] }), 400, 'invalid_request', 'preferences'],
  ['preference of an unknown field', preferences({ height: 180 }), 422, 'unknown_filter', 'height'],
  ['preference of a soft field', preferences({ values_text: 'x' }), 422, 'unknown_filter', 'values_text'],
  [
    'preference of a derived field',
    preferences({ attachment_style: 'secure' }),
    422,
    'unknown_filter',
    'attachment_style',
  ],
  ['preference by outcome', preferences({ exclude_outcomes: [] }), 422, 'unknown_filter', 'exclude_outcomes'],
  [
    'preference from elsewhere',
    preferences({ location_from: 'Lisbon' }),
    422,
    'unknown_filter',
    'location_from',
  ],
  [
    'preference with an unknown operator',
    preferences({ age: { near: 30 } }),
    400,
    'invalid_request',
    'preferences.age.near',
  ],
  [
    'preference of no distance',
    preferences({ location_within_km: 0 }),
    400,
    'invalid_request',
    'preferences.location_within_km',
  ],
  [
    'block list no list',
    preferences({ exclude_user_ids: 'bob' }),
    400,
    'invalid_request',
    'preferences.exclude_user_ids',
  ],
  [
    'block list with a bad id',
    preferences({ exclude_user_ids: ['ok', ''] }),
    400,
    'invalid_request',
    'preferences.exclude_user_ids[1]',
  ],
  ['memory_ref no address', user({ memory_ref: 'memory' }), 400, 'invalid_request', 'memory_ref'],
  ['memory_ref a file', user({ memory_ref: 'file:///etc/passwd' }), 400, 'invalid_request', 'memory_ref'],
  [
    'memory_ref plain http',
    user({ memory_ref: 'http://example.com/m' }),
    400,
    'invalid_request',
    'memory_ref',
  ],
  [
    'memory_ref with a password',
    user({ memory_ref: 'https://a:b@example.com/' }),
    400,
    'invalid_request',
    'memory_ref',
  ],
  [
    'memory_ref on this machine',
    user({ memory_ref: 'https://127.0.0.1/m' }),
    400,
    'invalid_request',
    'memory_ref',
  ],
  [
    'memory_ref on this machine, in hex',
    user({ memory_ref: 'https://0x7f000001/' }),
    400,
    'invalid_request',
    'memory_ref',
  ],
  [
    'memory_ref at the cloud’s metadata',
    user({ memory_ref: 'https://169.254.169.254/' }),
    400,
    'invalid_request',
    'memory_ref',
  ],
  [
    'memory_ref too long',
    user({ memory_ref: `https://a.example/${'x'.repeat(2048)}` }),
    400,
    'invalid_request',
    'memory_ref',
  ],
];

const context = (more: object) => ({
  user_id: 'fresh',
  domain: 'dating',
  source: 'chat',
  content: 'Hi.',
  ...more,
});
const badContext: readonly Row[] = [
  ...badIds((user_id) => context({ user_id }), 'user_id'),
  ...badDomains((domain) => context({ domain })),
  ...blankTexts((content) => context({ content }), 'content'),
  ['source blank', context({ source: '\u00a0' }), 400, 'invalid_request', 'source'],
  ['source with a lone surrogate', context({ source: '\ud800' }), 400, 'invalid_request', 'source'],
  ['content too long', context({ content: tooLong }), 413, 'payload_too_large', 'content'],
  [
    'content too long in bytes only',
    context({ content: tooLongInBytes }),
    413,
    'payload_too_large',
    'content',
  ],
  ['unknown key', context({ context: 'x' }), 400, 'invalid_request', 'context'],
  ['fields are not appended', context({ fields: {} }), 400, 'invalid_request', 'fields'],
];

const search = (more: object) => ({ domain: 'dating', ...more });
const badSearches: readonly Row[] = [
  ...badDomains((domain) => search({ domain })),
  ['unknown key', search({ prefix: 'a' }), 400, 'invalid_request', 'prefix'],
  ['q empty', search({ q: '' }), 400, 'invalid_request', 'q'],
  ['q a number', search({ q: 7 }), 400, 'invalid_request', 'q'],
  ['q with a lone surrogate', search({ q: '\ud800' }), 400, 'invalid_request', 'q'],
  ['q too long', search({ q: 'a'.repeat(201) }), 400, 'invalid_request', 'q'],
  ['filter of an unknown field', search({ filters: { height: 1 } }), 422, 'unknown_filter', 'height'],
  ['filter ill-typed', search({ filters: { age: '30' } }), 400, 'invalid_request', 'filters.age'],
  [
    'distance from nowhere',
    search({ filters: { location_within_km: 5 } }),
    400,
    'invalid_request',
    'filters.location_within_km',
  ],
  [
    'outcomes of nobody',
    search({ filters: { exclude_outcomes: ['accepted'] } }),
    400,
    'invalid_request',
    'filters.exclude_outcomes',
  ],
  ['order by a soft field', search({ sort: { by: 'values_text' } }), 422, 'unknown_filter', 'values_text'],
  ['order by nothing', search({ sort: {} }), 400, 'invalid_request', 'sort.by'],
  ['order upwards', search({ sort: { by: 'age', order: 'up' } }), 400, 'invalid_request', 'sort.order'],
  ['ids beside a word', search({ user_ids: ['a'], q: 'a' }), 400, 'invalid_request', 'q'],
  ['no ids', search({ user_ids: [] }), 400, 'invalid_request', 'user_ids'],
  ['a cursor of another list', search({ cursor: 'x' }), 400, 'invalid_request', 'cursor'],
];

export const badIntake: readonly BadRequest[] = [
  ...posts('/v1/users', badUsers),
  ...posts('/v1/context', badContext),
  ...posts('/v1/users/search', badSearches),
];
