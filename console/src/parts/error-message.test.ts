import { ApiError, ConnectionError, TimeoutError } from 'counterpart-client';
import { expect, it } from 'vitest';
import { text } from '../text/en.ts';
import { asSentence, errorMessage } from './error-message.ts';

const refused = (message: string) =>
  new ApiError(
    { status: 422, headers: new Headers() },
    JSON.stringify({ error: { code: 'unknown_filter', message } }),
  );

it('says what a lost connection is, whatever the browser calls it', () => {
  const { connection } = text.error.messages;
  expect(errorMessage(new ConnectionError('the connection failed: Failed to fetch'))).toBe(connection);
  expect(errorMessage(new TypeError('Failed to fetch dynamically imported module: http://x/y.js'))).toBe(
    connection,
  );
  expect(errorMessage(new TypeError('NetworkError when attempting to fetch resource.'))).toBe(connection);
  expect(errorMessage(new TimeoutError('it took long'))).toBe(text.error.messages.timeout);
});

it('makes a sentence of a fragment, and leaves names of the interface alone', () => {
  expect(errorMessage(refused('the body is missing'))).toBe('The body is missing.');
  expect(asSentence('user_id: must be a text')).toBe('user_id: must be a text.');
  expect(asSentence('filters.age is unknown')).toBe('filters.age is unknown.');
  expect(asSentence('There is none.')).toBe('There is none.');
  expect(errorMessage('nothing')).toBe(text.error.unknown);
});
