import { expectTypeOf, it } from 'vitest';
import type { ImageEncoder } from './image-encoder.ts';
import type { TextEncoder } from './text-encoder.ts';

it('gives image vectors the shape and the identity that text vectors have', () => {
  expectTypeOf<Awaited<ReturnType<ImageEncoder['encode']>>>().toEqualTypeOf<
    Awaited<ReturnType<TextEncoder['encode']>>
  >();
  expectTypeOf<ImageEncoder['identity']>().toEqualTypeOf<TextEncoder['identity']>();
});
