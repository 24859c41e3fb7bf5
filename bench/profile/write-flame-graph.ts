/**
 * A flame graph as one SVG (Gregg, "The Flame Graph", CACM 2016). The width of a frame is its time. The
 * frames above it are the functions that it called, widest first. A frame has its figures in a tooltip.
 */
import type { Frame } from './frame.ts';

const WIDTH = 1200;
const ROW = 16;
const HEAD = 44;
/** Narrower frames are left out with all above them. */
const LEAST_WIDTH = 1.5;
const CHARACTER = 6.2;

interface Box {
  readonly frame: Frame;
  readonly x: number;
  readonly width: number;
  readonly level: number;
}

/** Colours by the place of a function. */
const colours: readonly (readonly [prefix: string, colour: string, what: string])[] = [
  ['src/matching/match/', '#f4a261', 'match'],
  ['src/matching/index/', '#e76f51', 'index'],
  ['wasm:', '#e76f51', ''],
  ['src/matching/ranking/', '#e9c46a', 'ranking'],
  ['src/platform/storage/', '#8ab17d', 'storage'],
  ['src/outside/http/', '#8ecae6', 'HTTP'],
  ['src/', '#d4a373', 'other rooms'],
  ['node_modules/', '#b8c0ff', 'packages'],
  ['node:', '#ced4da', 'Node and V8'],
  ['', '#ced4da', ''],
];

/** `unitUs`: microseconds of one `unit`, in which tooltips count. */
export function writeFlameGraph(
  all: Frame,
  { title, unit, unitUs }: { readonly title: string; readonly unit: string; readonly unitUs: number },
): string {
  const boxes = layOut({ frame: all, x: 0, width: WIDTH, level: 0 });
  const height = HEAD + ROW * (1 + Math.max(...boxes.map(({ level }) => level)));
  const tooltip = ({ name, place, totalUs }: Frame) =>
    [name, place, `${(totalUs / unitUs).toFixed(3)} ${unit}`, percent(totalUs / all.totalUs)]
      .filter((text) => text !== '')
      .join(', ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="4" y="16" font-size="14">${escaped(title)}</text>`,
    legend(),
    ...boxes.map((box) => drawn(box, height, tooltip(box.frame))),
    '</svg>\n',
  ].join('\n');
}

function layOut(box: Box): readonly Box[] {
  const usAPixel = box.frame.totalUs / box.width;
  let { x } = box;
  const above: Box[] = [];
  for (const frame of [...box.frame.frames.values()].sort((a, b) => b.totalUs - a.totalUs)) {
    const width = frame.totalUs / usAPixel;
    if (width >= LEAST_WIDTH) above.push(...layOut({ frame, x, width, level: box.level + 1 }));
    x += width;
  }
  return [box, ...above];
}

function drawn({ frame, x, width, level }: Box, height: number, tooltip: string): string {
  const y = height - ROW * (level + 1);
  const shown = frame.name.slice(0, Math.max(0, Math.floor((width - 4) / CHARACTER)));
  const text = shown.length < 3 ? '' : `<text x="${fixed(x + 2)}" y="${y + 12}">${escaped(shown)}</text>`;
  const box = `<rect x="${fixed(x)}" y="${y}" width="${fixed(width)}" height="${ROW - 1}" fill="${colourOf(frame)}"/>`;
  return `<g><title>${escaped(tooltip)}</title>${box}${text}</g>`;
}

function colourOf({ place }: Frame): string {
  return colours.find(([prefix]) => place.startsWith(prefix))![1];
}

function legend(): string {
  return colours
    .filter(([, , what]) => what !== '')
    .map(([, colour, what], n) => {
      const x = 4 + 110 * n;
      return `<rect x="${x}" y="24" width="12" height="12" fill="${colour}"/><text x="${x + 16}" y="34">${what}</text>`;
    })
    .join('');
}

const fixed = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
