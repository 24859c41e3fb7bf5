/** The ways to extract fields from free text: by rules, by a language model, or by both. */
export const extractionModes = ['rules', 'llm', 'both'] as const;
export type ExtractionMode = (typeof extractionModes)[number];
