/** What a key may do. */
export const allScopes = ['read', 'write', 'match', 'train', 'data', 'export', 'infer'] as const;
export type Scope = (typeof allScopes)[number];
