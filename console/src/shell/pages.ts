import type { ComponentType } from 'react';

/** The groups of the navigation, in their order. A group without a page that the key may see is not shown. */
export const pageGroups = ['match', 'learn', 'behaviour', 'operate', 'admin'] as const;

type PageGroup = (typeof pageGroups)[number];

/** An entry of the navigation. */
interface PageEntry {
  readonly label: string;
  readonly icon: ComponentType<{ readonly 'aria-hidden': boolean }>;
  readonly group: PageGroup;
  /** Its group for an operator, where that is another one. */
  readonly operatorGroup?: PageGroup;
}

export interface Page extends PageEntry {
  readonly to: string;
  readonly scopes: readonly string[];
}

/** Something to do that the palette offers, by leading to the screen where it is done. */
export interface Action extends ActionEntry {
  readonly to: string;
}

interface ActionEntry {
  readonly label: string;
  /** All of them are needed. */
  readonly scopes: readonly string[];
  readonly search?: Readonly<Record<string, unknown>>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** One of them is enough to see the screen. The first is named to a key without any. */
    readonly scopes?: readonly string[];
    /** Absent where only other screens lead to this one. */
    readonly page?: PageEntry;
    readonly actions?: readonly ActionEntry[];
  }
}
