/**
 * The image encoder that needs no weights: which colours an image has and where, and which way its edges run. 64 × 64
 * pixels give 64 bins of colour over the whole, 12 over each quarter (8 of hue, 4 of lightness where there is none), and
 * 9 directions of gradients in each of 4 × 4 cells (histograms of oriented gradients, Dalal and Triggs 2005). Counts go
 * in as square roots, so that a dot product is the Bhattacharyya coefficient of the histograms.
 *
 * It finds what looks alike, not what is alike: copies, colours, outlines. `folder:PATH` takes a trained network.
 */
import { createHash } from 'node:crypto';
import type { ImageEncoder } from '../image-encoder.ts';
import type { EncoderIdentity } from '../text-encoder.ts';
import { toUnitNorm } from '../unit-norm.ts';
import { decodeImage, type Pixels } from './decode-image.ts';

const SIDE = 64;
const CELLS = 4;
const DIRECTIONS = 9;
const HUES = 8;
const GREYS = 4;
const GLOBAL_COLOURS = 64;
const QUARTER = HUES + GREYS;
const COLOURS = GLOBAL_COLOURS + 4 * QUARTER;
const DIMENSION = COLOURS + CELLS * CELLS * DIRECTIONS;
/** Below, a pixel is grey: chroma of 0..1. */
const LEAST_CHROMA = 0.12;

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

/** [DIMENSION], unit norm. Colours and edges weigh the same. */
function describe(pixels: Pixels): Float32Array {
  const vector = new Float32Array(DIMENSION);
  addColours(vector.subarray(0, COLOURS), pixels);
  addEdges(vector.subarray(COLOURS), pixels);
  for (const part of [vector.subarray(0, COLOURS), vector.subarray(COLOURS)]) {
    for (let d = 0; d < part.length; d++) part[d] = Math.sqrt(part[d]!);
    part.set(toUnitNorm(part));
  }
  return toUnitNorm(vector);
}

function addColours(bins: Float32Array, { data }: Pixels): void {
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = 3 * (y * SIDE + x);
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
      bins[(r >> 6) * 16 + (g >> 6) * 4 + (b >> 6)]! += 1;
      const quarter = (y < SIDE / 2 ? 0 : 2) + (x < SIDE / 2 ? 0 : 1);
      bins[GLOBAL_COLOURS + quarter * QUARTER + hueBin(r / 255, g / 255, b / 255)]! += 1;
    }
  }
}

function hueBin(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b);
  const chroma = most - Math.min(r, g, b);
  if (chroma < LEAST_CHROMA) return HUES + Math.min(GREYS - 1, Math.floor(most * GREYS));
  const sixth = most === r ? (g - b) / chroma : most === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma;
  return Math.floor((((sixth + 6) % 6) / 6) * HUES) % HUES;
}

/** Directions without sign, each gradient shared between the two nearest. */
function addEdges(bins: Float32Array, { data }: Pixels): void {
  const light = new Float32Array(SIDE * SIDE);
  for (let at = 0; at < light.length; at++)
    light[at] = 0.299 * data[3 * at]! + 0.587 * data[3 * at + 1]! + 0.114 * data[3 * at + 2]!;
  for (let y = 1; y < SIDE - 1; y++) {
    for (let x = 1; x < SIDE - 1; x++) {
      const dx = light[y * SIDE + x + 1]! - light[y * SIDE + x - 1]!;
      const dy = light[(y + 1) * SIDE + x]! - light[(y - 1) * SIDE + x]!;
      const strength = Math.sqrt(dx * dx + dy * dy);
      if (strength === 0) continue;
      const turn = (((Math.atan2(dy, dx) / Math.PI + 1) % 1) * DIRECTIONS + DIRECTIONS) % DIRECTIONS;
      const low = Math.floor(turn) % DIRECTIONS;
      const cell = Math.floor((y * CELLS) / SIDE) * CELLS + Math.floor((x * CELLS) / SIDE);
      bins[cell * DIRECTIONS + low]! += strength * (1 - (turn - Math.floor(turn)));
      bins[cell * DIRECTIONS + ((low + 1) % DIRECTIONS)]! += strength * (turn - Math.floor(turn));
    }
  }
}
