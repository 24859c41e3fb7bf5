/**
 * BM25 (Robertson and Zaragoza, 2009) with the usual k1 = 1.2 and b = 0.75. A query counts each of its words
 * once; words are runs of letters, digits, + and #, in lower case.
 */
const K1 = 1.2;
const B = 0.75;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [];
}

/** Scores of all `documents` [D] for a query; at least 0, higher is more alike. */
export function bm25(documents: readonly string[]): (query: string) => Float64Array {
  const D = documents.length;
  const words = documents.map(wordsOf);
  const meanLength = words.reduce((sum, { length }) => sum + length, 0) / Math.max(1, D);
  const postings = new Map<string, Map<number, number>>();
  for (const [document, found] of words.entries()) {
    for (const word of found) {
      const counts = postings.get(word) ?? new Map<number, number>();
      counts.set(document, (counts.get(document) ?? 0) + 1);
      postings.set(word, counts);
    }
  }
  return (query) => {
    const scores = new Float64Array(D);
    for (const word of new Set(wordsOf(query))) {
      const counts = postings.get(word);
      if (counts === undefined) continue;
      const idf = Math.log(1 + (D - counts.size + 0.5) / (counts.size + 0.5));
      for (const [document, count] of counts) {
        const length = words[document]!.length / meanLength;
        scores[document]! += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
      }
    }
    return scores;
  };
}
