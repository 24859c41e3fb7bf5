import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { operationModules } from './scripts/operation-modules.ts';

const sdk = fileURLToPath(new URL('../sdk/typescript/src/index.ts', import.meta.url));
/** The library by which files are read, here and by the command line. */
const intake = fileURLToPath(new URL('../src/platform/intake', import.meta.url));
/** The stages of a match, with their defaults. */
const stages = fileURLToPath(new URL('../src/contract/match-stages.ts', import.meta.url));

/** Parquet's reader has its own Snappy, without the WebAssembly that the policy of the page forbids. */
const noSnappy = fileURLToPath(new URL('./src/screens/import/no-snappy.ts', import.meta.url));

/** `npm run dev` passes the API on to a running service. */
const service = process.env.CONSOLE_SERVICE ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react(), operationModules()],
  resolve: {
    alias: {
      'counterpart-client': sdk,
      'counterpart-intake': intake,
      'counterpart-stages': stages,
      hysnappy: noSnappy,
    },
  },
  server: { proxy: { '/console/api': service }, fs: { allow: ['..'] } },
  build: {
    target: 'es2023',
    // The policy of the page allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // The licences of what is bundled, to be shipped beside it.
    license: true,
    reportCompressedSize: false,
  },
});
