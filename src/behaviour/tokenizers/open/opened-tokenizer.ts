/**
 * An open tokenizer. Codes depend only on content. An item of the catalogue that comes without content has
 * the codes of the fit.
 */
import { type ApiError, apiError, counted } from '../../../contract/errors.ts';
import { type ContentEncoders, concatenated, type EncodedContent, encodeContent } from '../encode-content.ts';
import type { AssignedCodes, FittedTokenizer, ItemContent } from '../fitted-tokenizer.ts';
import type { OpenedBundle } from './code-assigner.ts';

export interface OpenedParts {
  readonly tokenizerId: string;
  readonly bundle: OpenedBundle;
  readonly encoders: ContentEncoders;
  /** Codes, row-major [N × L], of vectors [N × D]. */
  readonly codesOf: (vectors: Float32Array) => Promise<Uint16Array>;
}

export function openedTokenizer(parts: OpenedParts): FittedTokenizer {
  const { tokenizerId, bundle } = parts;
  const { itemIds, codes, suffixes } = bundle;
  const rowOf = new Map(itemIds.map((itemId, row) => [itemId, row]));
  return {
    tokenizerId,
    layout: bundle.layout,
    catalogue: { itemIds, codes, suffixes },
    unknownWithoutContent: (items) =>
      bundle.assigns ? items.filter((item) => !rowOf.has(item.itemId) && !hasContent(bundle, item)) : [],
    assign: async (items) => {
      if (!bundle.assigns) {
        assertOwnItems(parts, rowOf, items);
        return items.map(({ itemId }) => recordOf(bundle, itemId, rowOf.get(itemId)!));
      }
      const byContent = await assignByContent(
        parts,
        rowOf,
        items.filter((item) => !rowOf.has(item.itemId) || hasContent(bundle, item)),
      );
      const next = byContent.values();
      return items.map((item) =>
        rowOf.has(item.itemId) && !hasContent(bundle, item)
          ? recordOf(bundle, item.itemId, rowOf.get(item.itemId)!)
          : next.next().value!,
      );
    },
  };
}

type Rows = ReadonlyMap<string, number>;

/** Whether the item has content of a modality that the tokenizer reads. */
function hasContent({ text, image }: OpenedBundle, item: ItemContent): boolean {
  return (text !== null && item.text !== null) || (image !== null && item.imageUrl !== null);
}

/** The codes of the fit. */
function recordOf({ layout, codes, suffixes }: OpenedBundle, itemId: string, row: number): AssignedCodes {
  const levels = layout.sizes.length;
  return {
    itemId,
    codes: Array.from(codes.subarray(row * levels, (row + 1) * levels)),
    coldStart: false,
    collisionSuffix: suffixes[row] || null,
  };
}

async function assignByContent(
  { bundle, encoders, codesOf }: OpenedParts,
  rowOf: Rows,
  items: readonly ItemContent[],
): Promise<readonly AssignedCodes[]> {
  if (items.length === 0) return [];
  const { text, image, layout, contents } = bundle;
  const wanted = { text: text?.identity ?? null, image: image?.identity ?? null };
  const encoded = await encodeContent(encoders, wanted, items);
  if (encoded.faults.length > 0) throw unreadable(items, encoded.faults);
  const parts = [
    ...(text === null ? [] : [{ ...encoded.text!, imputed: text.imputed }]),
    ...(image === null ? [] : [{ ...encoded.image!, imputed: image.imputed }]),
  ];
  const codes = await codesOf(concatenated(parts, items.length).values);
  const levels = layout.sizes.length;
  return items.map(({ itemId }, at) => {
    const row = rowOf.get(itemId);
    const isAsFitted = row !== undefined && contents?.[row] === encoded.contents[at];
    return {
      itemId,
      codes: Array.from(codes.subarray(at * levels, (at + 1) * levels)),
      coldStart: row === undefined,
      collisionSuffix: isAsFitted ? bundle.suffixes[row] || null : null,
    };
  });
}

/** Imported codes have no codebooks: only items of the catalogue have codes. */
function assertOwnItems({ tokenizerId }: OpenedParts, rowOf: Rows, items: readonly ItemContent[]): void {
  const unknown = items.filter(({ itemId }) => !rowOf.has(itemId));
  if (unknown.length > 0) throw noCodebooks(tokenizerId, unknown);
}

const MAX_NAMED = 100;

function noCodebooks(tokenizerId: string, unknown: readonly ItemContent[]): ApiError {
  return apiError(
    'unknown_item',
    `The item «${unknown[0]!.itemId}»${unknown.length > 1 ? ` and ${unknown.length - 1} more have` : ' has'} no code in tokenizer ${tokenizerId}, whose codes were made elsewhere and brought in without codebooks: only its own items have codes. Fit a tokenizer here to give codes to new items.`,
    { item_ids: unknown.slice(0, MAX_NAMED).map(({ itemId }) => itemId), total: unknown.length },
  );
}

function unreadable(items: readonly ItemContent[], faults: EncodedContent['faults']): ApiError {
  const { index, message } = faults[0]!;
  const more = faults.length > 1 ? ` (and ${counted(faults.length - 1, 'more item')})` : '';
  return apiError(
    'invalid_field_value',
    `The item «${items[index]!.itemId}»: ${message}${more}. Mend the images, or leave those items out.`,
    {
      items: faults.slice(0, MAX_NAMED).map((fault) => ({
        index: fault.index,
        item_id: items[fault.index]!.itemId,
        message: fault.message,
      })),
      total: faults.length,
    },
  );
}
