import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { dot } from '../../../platform/numeric/vectors.ts';
import { UnreadableImageError } from '../image-encoder.ts';
import { descriptorImageEncoder } from './descriptor-image-encoder.ts';
import { openImageEncoder } from './open-image-encoder.ts';
import { readPreprocessing } from './read-preprocessing.ts';

const svg = (colour: string, shape: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120" fill="white"/><g fill="${colour}">${shape}</g></svg>`,
  );
const circle = '<circle cx="60" cy="60" r="40"/>';
const square = '<rect x="25" y="25" width="70" height="70"/>';

async function vectors(...images: readonly Uint8Array[]): Promise<readonly Float32Array[]> {
  return descriptorImageEncoder.encode(images);
}

describe('the descriptor', () => {
  test('gives unit vectors of its dimension, the same whatever the images beside it', async () => {
    const red = await sharp(svg('red', circle)).png().toBuffer();
    const blue = await sharp(svg('blue', square)).png().toBuffer();
    const [a, b] = await vectors(red, blue);
    const [alone] = await vectors(red);
    expect(a).toEqual(alone);
    for (const vector of [a!, b!]) {
      expect(vector).toHaveLength(descriptorImageEncoder.identity.dimension);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  test('finds the same picture in another form nearer than another picture', async () => {
    const red = sharp(svg('red', circle));
    const [original, jpeg, small, other] = await vectors(
      await red.clone().png().toBuffer(),
      await red.clone().jpeg({ quality: 60 }).toBuffer(),
      await red.clone().resize(50, 50).webp().toBuffer(),
      await sharp(svg('blue', square)).png().toBuffer(),
    );
    for (const copy of [jpeg!, small!]) {
      expect(dot(original!, copy)).toBeGreaterThan(0.95);
      expect(dot(original!, copy)).toBeGreaterThan(dot(original!, other!) + 0.1);
    }
  });

  test('sees colour and shape apart', async () => {
    const png = (colour: string, shape: string) => sharp(svg(colour, shape)).png().toBuffer();
    const [redCircle, redSquare, blueCircle, blueSquare] = await vectors(
      await png('red', circle),
      await png('red', square),
      await png('blue', circle),
      await png('blue', square),
    );
    const opposite = dot(redCircle!, blueSquare!);
    expect(dot(redCircle!, redSquare!)).toBeGreaterThan(opposite);
    expect(dot(redCircle!, blueCircle!)).toBeGreaterThan(opposite);
  });

  test.each([
    ['grey', sharp(svg('black', circle)).greyscale().png()],
    ['transparent', sharp(svg('red', circle)).ensureAlpha(0.5).png()],
    ['of 16 bits', sharp(svg('red', circle)).toColourspace('rgb16').png()],
    ['an animation', sharp(svg('red', circle)).gif()],
  ])('reads an image that is %s', async (_, image) => {
    const [vector] = await vectors(await image.toBuffer());
    expect(dot(vector!, vector!)).toBeCloseTo(1, 5);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no image', Buffer.from('hello')],
    ['a page', Buffer.from('<html></html>')],
  ])('refuses %s', async (_, bytes) => {
    await expect(vectors(bytes)).rejects.toThrow(UnreadableImageError);
  });

  test('refuses an image that is cut off', async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 100, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer();
    await expect(vectors(noise.subarray(0, noise.length / 3))).rejects.toThrow(UnreadableImageError);
  });

  test('refuses an image that claims to be vast, without unpacking it', async () => {
    // The header alone states the size; 8,000 × 8,000 at one byte each would be 64 megapixels.
    const vast = await sharp(Buffer.alloc(8000 * 8000), { raw: { width: 8000, height: 8000, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await expect(vectors(vast)).rejects.toThrow(/cannot be decoded/);
  });
});

test('an unknown encoder, and a folder without a network, are refused in words', async () => {
  await expect(openImageEncoder('clip')).rejects.toThrow(/embedded or folder:PATH/);
  await expect(openImageEncoder('folder:/nowhere')).rejects.toThrow(/has no image network/);
});

test('preprocessing is read as networks come with it', () => {
  expect(readPreprocessing({})).toMatchObject({ width: 224, height: 224, crop: true, scale: 1 / 255 });
  const clip = {
    size: { shortest_edge: 224 },
    crop_size: { height: 200, width: 200 },
    image_mean: [0.1, 0.2, 0.3],
    image_std: [1, 1, 1],
  };
  expect(readPreprocessing(clip)).toMatchObject({ width: 200, height: 200, mean: [0.1, 0.2, 0.3] });
  expect(readPreprocessing({ size: { height: 256, width: 128 }, do_center_crop: false })).toMatchObject({
    width: 128,
    height: 256,
    crop: false,
  });
});
