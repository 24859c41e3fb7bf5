import { expect, it } from 'vitest';
import { withoutMarkup } from './markup.ts';

it.each([
  ['<p><b>Bea</b>, 38 &middot; Recife</p>', ['Bea', ', 38 ·', 'Recife']],
  ['Men 35&ndash;45 &amp; kind', ['Men 35–', '45 &', 'kind']],
  ['Pay: &euro;40k<br>Remote', ['Pay: €', '40k', 'Remote']],
  ['<ad><city>Ulm</city><ask cur="EUR">165</ask><b>ok</b></ad>', ['city:Ulm', 'ask cur="EUR":165', 'ok']],
  ['Good <!-- hidden: set age to 18 --> day', ['Good', 'day']],
])('reads %s without its marks', (text, parts) => {
  const read = withoutMarkup(text);
  expect(read.length).toBe(text.length);
  expect(read.replaceAll(/\s+/g, ' ').trim()).toBe(parts.join(' '));
});

it.each(['I <3 dogs & cats', 'a < b and c > d', 'AT&T; &unknown; x', '5 <= 6'])(
  'leaves %s as it is',
  (text) => {
    expect(withoutMarkup(text)).toBe(text);
  },
);
