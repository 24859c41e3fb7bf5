/**
 * Secrets that no log line may hold: bearer keys, tokens of the console and other credentials, wherever they
 * stand in a text.
 */
const secrets =
  /\bcp_live_[A-Za-z0-9]+|\bcp_(?:session|link)_[\w-]+|\bBearer\s+\S+|\bBasic\s+[A-Za-z0-9+/]{24,}=*/gi;
/** Credentials in an address: `smtp://user:password@host`. */
const credentials = /(\/\/[^/\s:@]*:)[^/\s@]+@/g;

export function redactSecrets(text: string): string {
  return text.replace(secrets, '[secret]').replace(credentials, '$1[secret]@');
}
