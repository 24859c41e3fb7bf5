/** An entry of the palette, and the page or action that it leads to. */
import type { ResourceKind } from '../../api/resource-kinds.ts';

export type PaletteGroup = 'recent' | 'pages' | 'actions' | 'people' | ResourceKind;

interface Shown {
  /** The same for the same entry on every visit. */
  readonly key: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** An id or a domain, beside the label. It is searched too. */
  readonly detail?: string;
  /** The service found it for the query, maybe by what is not shown. */
  readonly isFound?: boolean;
}

export type PersonEntry = Shown & {
  readonly kind: 'person';
  readonly id: string;
  readonly domain?: string;
};

export type PaletteEntry =
  | PersonEntry
  | (Shown &
      (
        | { readonly kind: 'page'; readonly to: string; readonly search?: Readonly<Record<string, unknown>> }
        | { readonly kind: ResourceKind; readonly id: string }
      ));
