/**
 * The image encoder without weights: it describes the colours of an image, their position, and the directions
 * of its edges. From 64 × 64 pixels it computes 64 colour bins over the whole, and 12 over each quarter (8 of
 * hue, 4 of lightness for grey pixels). It adds 9 gradient directions in each of 4 × 4 cells (histograms of
 * oriented gradients, Dalal and Triggs 2005). Every pixel is shared between neighbouring bins, cells and
 * directions, so that a small change of the image moves the vector little. Bins hold square roots of counts,
 * so that a dot product is the Bhattacharyya coefficient of the histograms. Edges have twice the weight.
 *
 * It finds images that look alike (copies, colours, outlines), not images of like things. `folder:PATH` uses
 * a trained network.
 */
import { createHash } from 'node:crypto';
import type { ImageEncoder } from '../image-encoder.ts';
import type { EncoderIdentity } from '../text-encoder.ts';
import { toUnitNorm } from '../to-unit-norm.ts';
import { decodeImage, type Pixels } from './decode-image.ts';

const SIDE = 64;
const CELLS = 4;
const DIRECTIONS = 9;
/** Number of shades of red, green and blue each. */
const SHADES = 4;
const HUES = 8;
const GREYS = 4;
const WHOLE = SHADES ** 3;
const QUARTER = HUES + GREYS;
const QUARTERS = 4 * QUARTER;
const EDGES = CELLS * CELLS * DIRECTIONS;
const DIMENSION = WHOLE + QUARTERS + EDGES;
const EDGE_WEIGHT = 2;
/** Chroma (0..1) from which a pixel counts as fully coloured; below it, partly as grey. */
const FULL_CHROMA = 0.25;

const VERSION = '1';

export const descriptorImageEncoder: ImageEncoder = {
  identity: identity(),
  encode: (images) =>
    Promise.all(
      images.map(async (bytes) =>
        describe(await decodeImage(bytes, { width: SIDE, height: SIDE, crop: false })),
      ),
    ),
  close: async () => {},
};

function identity(): EncoderIdentity {
  const name = 'image-descriptor';
  const weightsHash = createHash('sha256').update(`${name}@${VERSION}`).digest('hex');
  return { name, version: VERSION, dimension: DIMENSION, weightsHash };
}

/** [DIMENSION], unit norm. */
function describe(pixels: Pixels): Float32Array {
  const vector = new Float32Array(DIMENSION);
  const whole = vector.subarray(0, WHOLE);
  const quarters = vector.subarray(WHOLE, WHOLE + QUARTERS);
  const edges = vector.subarray(WHOLE + QUARTERS);
  addColours(whole, quarters, pixels);
  addEdges(edges, pixels);
  for (const part of [whole, quarters, edges]) {
    for (let bin = 0; bin < part.length; bin++) part[bin] = Math.sqrt(part[bin]!);
    toUnitNorm(part);
  }
  for (let bin = 0; bin < edges.length; bin++) edges[bin]! *= EDGE_WEIGHT;
  return toUnitNorm(vector);
}

function addColours(whole: Float32Array, quarters: Float32Array, { data }: Pixels): void {
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = 3 * (y * SIDE + x);
      const [r, g, b] = [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255];
      addShade(whole, r, g, b);
      const quarter = (y < SIDE / 2 ? 0 : 2) + (x < SIDE / 2 ? 0 : 1);
      addHue(quarters.subarray(quarter * QUARTER, (quarter + 1) * QUARTER), r, g, b);
    }
  }
}

/** Shares the pixel among the eight corners of the cube around its colour. */
function addShade(bins: Float32Array, r: number, g: number, b: number): void {
  const position = (value: number) => value * (SHADES - 1);
  const below = (value: number) => Math.min(SHADES - 2, Math.floor(position(value)));
  const [r0, g0, b0] = [below(r), below(g), below(b)];
  const [fr, fg, fb] = [position(r) - r0, position(g) - g0, position(b) - b0];
  for (let corner = 0; corner < 8; corner++) {
    const [ur, ug, ub] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const share = (ur ? fr : 1 - fr) * (ug ? fg : 1 - fg) * (ub ? fb : 1 - fb);
    bins[((r0 + ur) * SHADES + g0 + ug) * SHADES + b0 + ub]! += share;
  }
}

function addHue(bins: Float32Array, r: number, g: number, b: number): void {
  const most = Math.max(r, g, b);
  const chroma = most - Math.min(r, g, b);
  const coloured = Math.min(1, chroma / FULL_CHROMA);
  if (chroma > 0) {
    const sixth = most === r ? (g - b) / chroma : most === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma;
    const hue = (((sixth + 6) % 6) / 6) * HUES;
    const low = Math.floor(hue);
    bins[low % HUES]! += coloured * (1 - (hue - low));
    bins[(low + 1) % HUES]! += coloured * (hue - low);
  }
  const grey = most * (GREYS - 1);
  const low = Math.min(GREYS - 2, Math.floor(grey));
  bins[HUES + low]! += (1 - coloured) * (1 - (grey - low));
  bins[HUES + low + 1]! += (1 - coloured) * (grey - low);
}

/** Unsigned directions; each gradient is shared among its two nearest directions and four nearest cells. */
function addEdges(bins: Float32Array, { data }: Pixels): void {
  const light = new Float32Array(SIDE * SIDE);
  for (let at = 0; at < light.length; at++)
    light[at] = 0.299 * data[3 * at]! + 0.587 * data[3 * at + 1]! + 0.114 * data[3 * at + 2]!;
  for (let y = 1; y < SIDE - 1; y++) {
    for (let x = 1; x < SIDE - 1; x++) {
      const dx = light[y * SIDE + x + 1]! - light[y * SIDE + x - 1]!;
      const dy = light[(y + 1) * SIDE + x]! - light[(y - 1) * SIDE + x]!;
      const strength = Math.sqrt(dx * dx + dy * dy);
      if (strength > 0)
        addGradient(bins, x, y, strength, ((Math.atan2(dy, dx) / Math.PI + 1) % 1) * DIRECTIONS);
    }
  }
}

function addGradient(bins: Float32Array, x: number, y: number, strength: number, turn: number): void {
  const across = ((x + 0.5) * CELLS) / SIDE - 0.5;
  const down = ((y + 0.5) * CELLS) / SIDE - 0.5;
  const [x0, y0, low] = [Math.floor(across), Math.floor(down), Math.floor(turn)];
  for (let corner = 0; corner < 4; corner++) {
    const [ux, uy] = [corner & 1, corner >> 1];
    if (x0 + ux < 0 || x0 + ux >= CELLS || y0 + uy < 0 || y0 + uy >= CELLS) continue;
    const [fx, fy] = [across - x0, down - y0];
    const share = strength * (ux ? fx : 1 - fx) * (uy ? fy : 1 - fy);
    const cell = ((y0 + uy) * CELLS + x0 + ux) * DIRECTIONS;
    bins[cell + (low % DIRECTIONS)]! += share * (1 - (turn - low));
    bins[cell + ((low + 1) % DIRECTIONS)]! += share * (turn - low);
  }
}
