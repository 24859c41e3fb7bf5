/** Reads `preprocessor_config.json`, which image networks ship. */
import { z } from 'zod';

export interface Preprocessing {
  readonly width: number;
  readonly height: number;
  /** True: the centre of the image; false: the whole image, stretched. */
  readonly crop: boolean;
  /** Factor from 0..255 to the unit of mean and deviation. */
  readonly scale: number;
  /** Red, green, blue. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

const Size = z.union([
  z.int(),
  z.object({ height: z.int(), width: z.int() }),
  z.object({ shortest_edge: z.int() }),
]);
const Config = z.object({
  size: Size.default(224),
  crop_size: Size.optional(),
  do_center_crop: z.boolean().default(true),
  do_normalize: z.boolean().default(true),
  do_rescale: z.boolean().default(true),
  rescale_factor: z.number().default(1 / 255),
  image_mean: z.array(z.number()).length(3).default([0.485, 0.456, 0.406]),
  image_std: z.array(z.number()).length(3).default([0.229, 0.224, 0.225]),
});

export function readPreprocessing(value: unknown): Preprocessing {
  const config = Config.parse(value);
  const size = (config.do_center_crop ? config.crop_size : undefined) ?? config.size;
  const [width, height] =
    typeof size === 'number'
      ? [size, size]
      : 'height' in size
        ? [size.width, size.height]
        : [size.shortest_edge, size.shortest_edge];
  return {
    width,
    height,
    crop: config.do_center_crop,
    scale: config.do_rescale ? config.rescale_factor : 1,
    mean: config.do_normalize ? config.image_mean : [0, 0, 0],
    deviation: config.do_normalize ? config.image_std : [1, 1, 1],
  };
}
