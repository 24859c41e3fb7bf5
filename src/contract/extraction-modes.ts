/** What reads fields from free text: rules, a language model, or both. */
export const extractionModes = ['rules', 'llm', 'both'] as const;
export type ExtractionMode = (typeof extractionModes)[number];
