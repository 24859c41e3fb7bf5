/** The parts of the screen's address: domain, window and view. */
export const windows = [7, 28, 90, 365] as const;
export const views = ['outcomes', 'drift', 'exposure', 'runs'] as const;

export type View = (typeof views)[number];
export const DEFAULT_DAYS = 28;

export interface LearningSearch {
  readonly domain?: string;
  readonly days?: number;
  readonly view?: View;
}

/** Leaves out invalid values, and defaults. */
export function parseLearningSearch(raw: Record<string, unknown>): LearningSearch {
  const { domain } = raw;
  const days = windows.find((known) => known === Number(raw.days) && known !== DEFAULT_DAYS);
  const view = views.find((known) => known === raw.view && known !== views[0]);
  return {
    ...(typeof domain === 'string' && domain !== '' && domain.length <= 64 && { domain }),
    ...(days !== undefined && { days }),
    ...(view !== undefined && { view }),
  };
}
