import { expect, test } from 'vitest';
import { presentForms } from './present-forms.ts';

test.each([
  ['read', 'reads', 'reading'],
  ['scan', 'scans', 'scanning'],
  ['edit', 'edits', 'editing'],
  ['write', 'writes', 'writing'],
  ['see', 'sees', 'seeing'],
  ['carry', 'carries', 'carrying'],
  ['buy', 'buys', 'buying'],
  ['search', 'searches', 'searching'],
  ['fix', 'fixes', 'fixing'],
  ['do', 'does', 'doing'],
  ['tie', 'ties', 'tying'],
  ['quiz', 'quizzes', 'quizzing'],
])('%s, %s, %s', (...forms) => {
  expect(presentForms(forms[0]!)).toEqual(forms);
});
