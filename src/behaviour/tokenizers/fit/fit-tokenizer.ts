/**
 * Fits a tokenizer to a catalogue: vectors, codebooks, codes, suffixes and diagnostics. Deterministic for a
 * catalogue and its encoders, also after a restart.
 *
 * N items, D dimensions, L levels.
 */
import { ApiError, apiError } from '../../../contract/errors.ts';
import type { Modality } from '../../../contract/tokenizer.ts';
import { encoderId } from '../../../engines/encoders/text-encoder.ts';
import type { StoredLayout } from '../../../platform/storage/tokenizer-store.ts';
import { CollapsedTokenizerError } from '../../semantic-ids/assert-not-collapsed.ts';
import { assignSuffixes } from '../../semantic-ids/assign-suffixes.ts';
import { chooseSettings } from '../../semantic-ids/choose-settings.ts';
import { codebookLayout } from '../../semantic-ids/codebook-layout.ts';
import { diagnoseTokenizer } from '../../semantic-ids/diagnose-tokenizer.ts';
import { describeTokenizer } from '../../semantic-ids/diagnostics/describe-tokenizer.ts';
import { type FitReport, fitQuantizer } from '../../semantic-ids/fit-quantizer.ts';
import type { Quantizer, QuantizerKind, QuantizerProblem } from '../../semantic-ids/quantizer.ts';
import type { ModalityEncoder, TokenizerBundle } from '../bundle/bundle.ts';
import { rowsOfSequences, type Sequences } from '../catalogue/read-catalogue.ts';
import {
  type ContentEncoders,
  concatenated,
  type EncodedContent,
  encodeContent,
  meanVector,
} from '../encode-content.ts';
import type { ItemContent } from '../fitted-tokenizer.ts';

/** The settings of a request. */
interface RequestedSettings {
  readonly kind: QuantizerKind;
  readonly modalities: readonly Modality[];
  readonly layout: StoredLayout;
  readonly progressiveMasking: boolean;
  /** Weight of the sequences; null: content alone determines the codes. */
  readonly collaborativeWeight: number | null;
}

export interface TokenizerProblem {
  readonly tokenizerId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly createdAt: string;
  readonly items: readonly ItemContent[];
  /** Item sequences for the collaborative signal; null: none. */
  readonly sequences: Sequences | null;
  readonly hasInteractions: boolean;
  /** null: defaults for the catalogue. */
  readonly settings: RequestedSettings | null;
}

export interface FitOptions {
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress: (share: number, doing: string) => void;
}

const ENCODING_SHARE = 0.4;
const FITTING_SHARE = 0.5;
const SEED = 0;
/** Greatest share of items with an unreadable image. */
const MAX_UNREADABLE_SHARE = 0.01;
const MAX_NAMED = 100;

interface ChosenSettings {
  readonly kind: QuantizerKind;
  readonly layout: QuantizerProblem['layout'];
  readonly modalities: readonly Modality[];
  readonly progressiveMasking: boolean;
  readonly collaborativeWeight: number | null;
  readonly reasons: readonly string[];
}

/** Throws ApiError for a fault of the catalogue, and `signal.reason`. */
export async function fitTokenizer(
  encoders: ContentEncoders,
  problem: TokenizerProblem,
  { signal, onProgress }: FitOptions,
): Promise<TokenizerBundle> {
  const settings = chosenSettings(problem);
  const required = {
    text: settings.modalities.includes('text') ? ('any' as const) : null,
    image: settings.modalities.includes('image') ? ('any' as const) : null,
  };
  const all = await encodeContent(encoders, required, problem.items, {
    signal,
    onProgress: (share) => onProgress(share * ENCODING_SHARE, 'reading content'),
  });
  const { items, encoded, leftOut } = withoutUnreadable(problem.items, all);
  const text = modalityOf(encoded.text);
  const image = modalityOf(encoded.image);
  const parts = [
    ...(text === null ? [] : [{ ...encoded.text!, imputed: text.imputed }]),
    ...(image === null ? [] : [{ ...encoded.image!, imputed: image.imputed }]),
  ];
  const { values: vectors, dimension } = concatenated(parts, items.length);
  const interactions =
    settings.collaborativeWeight === null || problem.sequences === null
      ? null
      : { ...rowsOfSequences(problem.sequences, items), weight: settings.collaborativeWeight };
  const { quantizer, report } = await fitted({
    vectors,
    dimension,
    layout: settings.layout,
    kind: settings.kind,
    progressiveMasking: settings.progressiveMasking,
    collaborative: interactions,
    seed: SEED,
    signal,
    onProgress: (share, doing) => onProgress(ENCODING_SHARE + FITTING_SHARE * share, doing),
  });
  signal.throwIfAborted();
  onProgress(ENCODING_SHARE + FITTING_SHARE, 'measuring the codes');
  const codes = quantizer.codesOf(vectors);
  const diagnostics = diagnoseTokenizer({ quantizer, vectors, codes, seed: SEED });
  const notes = [
    ...leftOut,
    ...imputedNotes(encoded, items.length),
    ...(interactions !== null && interactions.leftOut > 0
      ? [`${interactions.leftOut} interactions name items that are not in the catalogue; they were left out.`]
      : []),
  ];
  return {
    tokenizerId: problem.tokenizerId,
    name: problem.name,
    datasetId: problem.datasetId,
    createdAt: problem.createdAt,
    text,
    image,
    layout: quantizer.layout,
    quantizer: quantizer.toState(),
    progressiveMasking: settings.progressiveMasking,
    itemIds: items.map(({ itemId }) => itemId),
    codes,
    suffixes: assignSuffixes(codes, quantizer.layout.sizes.length),
    contents: encoded.contents,
    utilization: diagnostics.utilization,
    collisionRate: diagnostics.collision_rate,
    diagnostics: {
      summary: describeTokenizer(diagnostics),
      ...diagnostics,
      settings: settingsFields(settings),
      notes,
      fit: fitFields(report),
    },
  };
}

function chosenSettings({ items, hasInteractions, settings }: TokenizerProblem): ChosenSettings {
  if (settings === null) {
    const chosen = chooseSettings({ items: items.length, hasInteractions });
    return { ...chosen, modalities: ['text'], collaborativeWeight: null };
  }
  const { kind, modalities, layout, progressiveMasking, collaborativeWeight } = settings;
  return {
    kind,
    layout: codebookLayout(layout.levels, layout.resolution, layout.baseSize),
    modalities,
    progressiveMasking,
    collaborativeWeight,
    reasons: ['As the request asked for them.'],
  };
}

async function fitted(problem: QuantizerProblem): Promise<{ quantizer: Quantizer; report: FitReport }> {
  try {
    return await fitQuantizer(problem);
  } catch (error) {
    if (!(error instanceof CollapsedTokenizerError)) throw error;
    throw apiError('conflict', error.message, { diagnostics: error.diagnostics });
  }
}

function modalityOf(vectors: EncodedContent['text']): ModalityEncoder | null {
  return vectors === null ? null : { identity: vectors.identity, imputed: meanVector(vectors) };
}

/** Leaves out items with an unreadable image and notes them. Throws if there are too many. */
function withoutUnreadable(items: readonly ItemContent[], encoded: EncodedContent) {
  const { faults } = encoded;
  if (faults.length === 0) return { items, encoded, leftOut: [] };
  const listed = faults
    .slice(0, MAX_NAMED)
    .map(({ index, message }) => ({ item_id: items[index]!.itemId, message }));
  if (faults.length > items.length * MAX_UNREADABLE_SHARE)
    throw new ApiError(
      'invalid_field_value',
      `${faults.length} of ${items.length} items have no image that can be read, more than ${100 * MAX_UNREADABLE_SHARE} %. The first: ${listed[0]!.item_id}: ${listed[0]!.message}. Mend the images, or leave those items out.`,
      { items: listed, total: faults.length },
    );
  const unreadable = new Set(faults.map(({ index }) => index));
  const kept = items.flatMap((_, row) => (unreadable.has(row) ? [] : [row]));
  const rowsOf = (vectors: EncodedContent['text']) => {
    if (vectors === null) return null;
    const width = vectors.identity.dimension;
    const values = new Float32Array(kept.length * width);
    for (const [to, from] of kept.entries())
      values.set(vectors.values.subarray(from * width, (from + 1) * width), to * width);
    return { ...vectors, values, missing: Uint8Array.from(kept, (row) => vectors.missing[row]!) };
  };
  return {
    items: kept.map((row) => items[row]!),
    encoded: {
      text: rowsOf(encoded.text),
      image: rowsOf(encoded.image),
      contents: kept.map((row) => encoded.contents[row]!),
      faults: [],
    },
    leftOut: [
      `${faults.length} items were left out because their image cannot be read: ${listed.map(({ item_id, message }) => `${item_id} (${message})`).join('; ')}.`,
    ],
  };
}

function imputedNotes({ text, image }: EncodedContent, count: number): readonly string[] {
  return (['text', 'image'] as const).flatMap((modality) => {
    const missing = { text, image }[modality]?.missing.reduce((sum, isMissing) => sum + isMissing, 0) ?? 0;
    return missing === 0
      ? []
      : [
          `${missing} of ${count} items have no ${modality} that the encoder knows; the catalogue's mean stands in.`,
        ];
  });
}

function settingsFields({ kind, modalities, collaborativeWeight, reasons }: ChosenSettings) {
  return { quantizer: kind, modalities, collaborative_weight: collaborativeWeight, reasons };
}

/** Without the minutes, so that the bundle is deterministic. */
function fitFields({ latentWidth, varianceKept }: FitReport) {
  return { latent_width: latentWidth, variance_kept: varianceKept };
}

/** Ids of the encoders, for messages and lists. */
export function encoderNames({ text, image }: TokenizerBundle) {
  return {
    textEncoder: text === null ? null : encoderId(text.identity),
    imageEncoder: image === null ? null : encoderId(image.identity),
  };
}
