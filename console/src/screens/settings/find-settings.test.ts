import { expect, it } from 'vitest';
import { findSettings, type Setting } from './find-settings.ts';

const setting = (variable: string, changes: Partial<Setting> = {}): Setting => ({
  variable,
  flag: `--${variable.toLowerCase()}`,
  value: null,
  secret: false,
  set: false,
  source: 'default',
  meaning: '',
  ...changes,
});
const settings = [
  setting('PORT', { value: '8080', source: 'flag', meaning: 'Port to listen on.' }),
  setting('LLM_API_KEY', { secret: true, set: true, source: 'environment' }),
];
const found = (query: string) => findSettings(settings, query).map(({ variable }) => variable);

it('finds by any part, and needs every word', () => {
  expect(found('')).toEqual(['PORT', 'LLM_API_KEY']);
  expect(found('listen 8080')).toEqual(['PORT']);
  expect(found('environment')).toEqual(['LLM_API_KEY']);
  expect(found('listen key')).toEqual([]);
});
