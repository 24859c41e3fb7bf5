import {
  diagnoseTokenizer,
  type TokenizerDiagnostics,
  type TokenizerToDiagnose,
} from './diagnose-tokenizer.ts';
import { codeUse } from './diagnostics/code-use.ts';
import { distinctVectors } from './diagnostics/distinct-vectors.ts';

/** With fewer distinct vectors, a collapse cannot be distinguished from a small catalogue. */
const MIN_VECTORS = 16;
/** Minimum share of the possible IDs. */
const MIN_IDS_SHARE = 0.1;

/** Different contents have so few different IDs that a model could not distinguish the items. */
export class CollapsedTokenizerError extends Error {
  override readonly name = 'CollapsedTokenizerError';
  readonly diagnostics: TokenizerDiagnostics;

  constructor(diagnostics: TokenizerDiagnostics, vectors: number) {
    const used = diagnostics.utilization.map((share, level) =>
      Math.round(share * diagnostics.codebook_sizes[level]!),
    );
    super(
      `The tokenizer collapsed: ${vectors} different contents got ${diagnostics.distinct_codes} different IDs (codes in use by level: ${used.join(', ')}). ` +
        'Codes like these tell nothing. Choose residual k-means, or look whether the contents differ in more than boilerplate.',
    );
    this.diagnostics = diagnostics;
  }
}

/** Throws `CollapsedTokenizerError` if fewer than a tenth of the possible IDs are in use. */
export function assertNotCollapsed(fitted: TokenizerToDiagnose): void {
  const { quantizer, vectors, codes } = fitted;
  const { sizes } = quantizer.layout;
  const distinct = distinctVectors(vectors, quantizer.dimension);
  const possible = Math.min(
    distinct,
    sizes.reduce((product, size) => product * size, 1),
  );
  if (distinct < MIN_VECTORS || codeUse(codes, sizes).distinctCodes >= MIN_IDS_SHARE * possible) return;
  throw new CollapsedTokenizerError(diagnoseTokenizer(fitted), distinct);
}
