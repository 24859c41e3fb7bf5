/**
 * The content of an item, as the encoders read it. It is `text`, or if that is blank, the title, the
 * description and the attributes. Attributes are lines `key: value`, sorted by key. The same text has equal
 * content as the text of a dataset item and as a title.
 */
import type { CatalogueItem } from '../../../contract/tokenizer.ts';
import type { ItemContent } from '../fitted-tokenizer.ts';

export function itemContent(item: CatalogueItem): ItemContent {
  return { itemId: item.item_id, text: textOf(item), imageUrl: item.image_url ?? null };
}

/** The text, or null if it is blank. */
export function plainText(text: string): string | null {
  return text.trim() === '' ? null : text;
}

function textOf({ text, title, description, attributes }: CatalogueItem): string | null {
  if (text != null && plainText(text) !== null) return text;
  const lines = [title, description].filter((part) => part != null && part.trim() !== '');
  return plainText([...lines, ...attributeLines(attributes ?? {})].join('\n'));
}

function attributeLines(attributes: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => [key, valueText(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}`);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ');
  if (typeof value === 'object') return attributeLines(value as Readonly<Record<string, unknown>>).join(', ');
  return plainText(String(value)) ?? '';
}
