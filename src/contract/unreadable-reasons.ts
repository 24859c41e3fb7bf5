/** Why a document cannot be read. */
export type UnreadableReason =
  | 'encrypted'
  | 'broken'
  | 'no_text'
  | 'not_decodable'
  | 'too_many_pages'
  | 'took_too_long'
  | 'too_much_memory';
