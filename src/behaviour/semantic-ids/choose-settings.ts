/** Default settings of a catalogue, with the reasons. */
import { type CodebookLayout, codebookLayout } from './codebook-layout.ts';
import type { QuantizerKind } from './quantizer.ts';

export interface CatalogueShape {
  readonly items: number;
  readonly hasInteractions: boolean;
}

export interface ChosenSettings {
  readonly kind: QuantizerKind;
  readonly layout: CodebookLayout;
  readonly progressiveMasking: boolean;
  /** One sentence each. */
  readonly reasons: readonly string[];
}

const LEVELS = 4;
/** Mean number of items per code of the first level. */
const ITEMS_PER_CODE = 16;
const MIN_BASE_SIZE = 16;
const MAX_BASE_SIZE = 8192;

/** The reason for no collaborative signal ([figures](../../docs/design/decisions/semantic-ids.md)). */
const BY_CONTENT_ALONE =
  'By content alone: what people had together would bring such items nearer and cost some of the likeness of contents; a fit with settings of its own can ask for it.';

export function chooseSettings({ items, hasInteractions }: CatalogueShape): ChosenSettings {
  const base = Math.min(
    MAX_BASE_SIZE,
    Math.max(MIN_BASE_SIZE, 2 ** Math.round(Math.log2(Math.max(1, items / ITEMS_PER_CODE)))),
  );
  const layout = codebookLayout(LEVELS, 'multi', base);
  const about = Math.max(1, Math.round(items / base));
  return {
    kind: 'residual-kmeans',
    layout,
    progressiveMasking: false,
    reasons: [
      'Residual k-means: it uses all its codes, takes seconds, and each of its prefixes means something alone.',
      `${LEVELS} levels of ${layout.sizes.join(', ')} codes: about ${about} of the ${items} items to each code of the first level, fewer to choose from the further down.`,
      ...(hasInteractions ? [BY_CONTENT_ALONE] : []),
    ],
  };
}
