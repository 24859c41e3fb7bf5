/** Makes a domain's extractor: phrases become tries, prototypes become vectors, once. */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { ResolvePlace } from '../../domains/place.ts';
import type { TextEncoder } from '../../encoders/text-encoder.ts';
import type { Extractor } from './extractor.ts';

export interface ExtractionTools {
  readonly encoder: TextEncoder;
  readonly resolvePlace: ResolvePlace;
}

export type CompileExtractor = (definition: DomainDefinition, tools: ExtractionTools) => Promise<Extractor>;
