/** A line of the file of items: the id as JSON, a tab, and the rest of the item as JSON. */
import type { ModelItem } from '../../../contract/model-items.ts';
import { isPictureName, MAX_ADDRESS_CHARACTERS, readItemText } from '../../datasets/item-text.ts';

type Rest = Omit<ModelItem, 'item_id'>;

export function itemLine(itemId: string, text: string, events: number): string {
  const { title, description, features } = readItemText(text);
  const named = [...features].map(([name, value]) => ({ name, value }));
  const pictures = named.filter(({ name }) => isPictureName(name));
  const image_url = pictures.map(({ value }) => pictureAddress(value)).find((url) => url !== null) ?? null;
  const others = named.filter((feature) => !pictures.includes(feature));
  const rest: Rest = { title, text: description, features: others, image_url, events };
  return `${JSON.stringify(itemId)}\t${JSON.stringify(rest)}\n`;
}

export function lineId(line: string): string {
  return JSON.parse(line.slice(0, line.indexOf('\t'))) as string;
}

export function itemOfLine(line: string): ModelItem {
  return { item_id: lineId(line), ...(JSON.parse(line.slice(line.indexOf('\t') + 1)) as Rest) };
}

/** The normal form of an `https` address without a password; null for anything else. */
function pictureAddress(value: string): string | null {
  if (value.length >= MAX_ADDRESS_CHARACTERS || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}
