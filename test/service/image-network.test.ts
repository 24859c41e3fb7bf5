/**
 * An image network from a folder in the layout of model hubs: how it is found, and its preprocessing by the
 * settings. Outputs of every supported shape are read.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openImageEncoder } from '../../src/engines/encoders/images/open-image-encoder.ts';
import { Graph } from '../../src/engines/tensor/graph/graph.ts';
import { zeros } from '../../src/engines/tensor/graph/initializers.ts';
import { writeInferenceModel } from '../../src/engines/tensor/inference/write-inference-model.ts';
import { matMul } from '../../src/engines/tensor/ops/mat-mul.ts';
import { temporaryFolder } from '../running-service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SIDE = 2;

/**
 * Multiplies each colour's rows of a 2 × 2 image by a matrix: [1 × 3 × 2 × 2], pooled over positions to [3].
 */
function writeNetwork(name: string, settings: object): string {
  const graph = new Graph();
  const pixels = graph.input('pixel_values', 'float32', [1, 3, SIDE, SIDE]);
  const weights = graph.parameter('w', [SIDE, SIDE], { initializer: zeros });
  const identity = new Map([['w', Float32Array.of(1, 0, 0, 1)]]);
  const file = writeInferenceModel({ outputs: { out: matMul(pixels, weights) }, parameters: identity });
  const path = join(folder.path, name);
  mkdirSync(join(path, 'onnx'), { recursive: true });
  writeFileSync(join(path, 'onnx', 'model.onnx'), file);
  writeFileSync(join(path, 'preprocessor_config.json'), JSON.stringify(settings));
  return path;
}

const settings = {
  size: { height: SIDE, width: SIDE },
  do_center_crop: false,
  image_mean: [0, 0, 0],
  image_std: [1, 1, 0.5],
};

test('an image becomes the output of the network, of length one', async () => {
  const encoder = await openImageEncoder(`folder:${writeNetwork('tiny', settings)}`);
  try {
    expect(encoder.identity).toMatchObject({ name: 'tiny', dimension: 3 });
    const png = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const [red, violet] = await encoder.encode([await png('#ff0000'), await png('#ff00ff')]);
    expect([...red!]).toEqual([1, 0, 0]);
    // Blue counts twice: its deviation is half.
    expect(violet![2]! / violet![0]!).toBeCloseTo(2, 5);
    const [alone] = await encoder.encode([await png('#ff00ff')]);
    expect(alone).toEqual(violet);
  } finally {
    await encoder.close();
  }
});

test('another network, or other settings, are another encoder', async () => {
  const paths = [
    writeNetwork('a', settings),
    writeNetwork('b', { ...settings, image_mean: [0.5, 0.5, 0.5] }),
  ];
  const opened = await Promise.all(paths.map((path) => openImageEncoder(`folder:${path}`)));
  const [a, b] = opened.map(({ identity }) => identity.weightsHash);
  await Promise.all(opened.map((encoder) => encoder.close()));
  expect(a).not.toBe(b);
});

test('a network that takes no images is refused in words', async () => {
  const path = writeNetwork('wrong', { ...settings, size: { height: 3, width: 3 } });
  await expect(openImageEncoder(`folder:${path}`)).rejects.toThrow(/onnx.model\.onnx of .* cannot be used/);
});
