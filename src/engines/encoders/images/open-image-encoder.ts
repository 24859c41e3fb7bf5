import type { ImageEncoder } from '../image-encoder.ts';
import { descriptorImageEncoder } from './descriptor-image-encoder.ts';
import { FolderImageEncoder } from './folder-image-encoder.ts';

/** Opens the encoder that IMAGE_ENCODER names: embedded | folder:PATH. */
export async function openImageEncoder(setting: string): Promise<ImageEncoder> {
  if (setting === 'embedded') return descriptorImageEncoder;
  if (setting.startsWith('folder:') && setting.length > 7) return FolderImageEncoder.open(setting.slice(7));
  throw new Error(`IMAGE_ENCODER is "${setting}"; expected embedded or folder:PATH`);
}
