/** The part of WebAssembly that this room uses. TypeScript declares it only with the browser's library. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
    /** Pages of 64 KiB; returns the number of pages before. Throws a RangeError where there is no memory. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): { module: string; name: string; kind: string }[];
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
