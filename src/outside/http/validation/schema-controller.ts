/** Zod schemas as Fastify's. Given when a server is made: where they are set later, Fastify loads its own compilers first. */
import type { FastifyServerOptions } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { compileValidator } from './compile-validator.ts';

export const schemaController = {
  compilersFactory: {
    buildValidator: () => compileValidator,
    buildSerializer: () => serializerCompiler,
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;
