import { codeOf } from '../api/error-code.ts';
import { text } from '../text/en.ts';

/** The message of an error as a sentence. The browser's own message for a lost connection says too little, so it is replaced. */
export function errorMessage(error: unknown): string {
  const own = text.error.messages[codeOf(error)];
  if (own !== undefined) return own;
  return error instanceof Error && error.message !== '' ? asSentence(error.message) : text.error.unknown;
}

/** A first word that is a name of the interface (`filters.age`, `user_id:`) stays as it is. */
export function asSentence(message: string): string {
  const [first = ''] = message.split(/\s/, 1);
  const begun = /^[a-z]+,?$/.test(first) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?…»:]$/.test(begun) ? begun : `${begun}.`;
}
