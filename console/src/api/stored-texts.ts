/** Short lists of texts that this browser keeps. */

export function storedTexts(key: string, most: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing still works. */
export function storeTexts(key: string, texts: readonly string[], most: number): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts.slice(0, most)));
  } catch {
    // As above.
  }
}
