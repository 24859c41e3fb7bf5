/**
 * How deep a text is read. `fast`: by its structure and the rules of the domain. `full`: also by the networks
 * beside the rules, and by the language model of the workspace.
 */
export const readingDepths = ['fast', 'full'] as const;
export type ReadingDepth = (typeof readingDepths)[number];
