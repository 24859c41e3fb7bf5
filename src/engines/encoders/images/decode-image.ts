/**
 * Decodes image bytes to pixels, off the event loop. Bytes that are no image, and images that claim a huge
 * size, are refused.
 */
import sharp from 'sharp';
import { UnreadableImageError } from '../image-encoder.ts';

/** A photograph has up to 8,000 × 6,000; a decompression bomb claims more. */
const MOST_PIXELS = 50_000_000;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGB, 8 bits each, row-major [height × width × 3]. */
  readonly data: Uint8Array;
}

/**
 * Rotated upright by its metadata, transparent parts on white. `crop`: the centre; else the whole image,
 * stretched.
 */
export async function decodeImage(
  bytes: Uint8Array,
  { width, height, crop }: { readonly width: number; readonly height: number; readonly crop: boolean },
): Promise<Pixels> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: crop ? 'cover' : 'fill', kernel: 'cubic' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: inColour(data, info.channels) };
  } catch (error) {
    // The decoder's own message names its internals.
    throw new UnreadableImageError(
      'cannot be decoded: it is damaged, too large, or of no kind that is read',
      {
        cause: error,
      },
    );
  }
}

function inColour(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data;
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let at = 0; at < data.length / channels; at++)
    for (let channel = 0; channel < 3; channel++)
      rgb[3 * at + channel] = data[channels * at + (channels >= 3 ? channel : 0)]!;
  return rgb;
}
