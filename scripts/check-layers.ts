/**
 * Proves that imports follow the layers of docs/design/architecture.md (`.dependency-cruiser.cjs` has them as
 * rules).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Statement, VariableDeclarator } from '@swc/core';
import { Visitor } from '@swc/core/Visitor.js';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..');

/** swc parses `using x = …`, but its visitor, which dependency-cruiser uses, throws on the declaration. */
function visitUsingDeclarations(): void {
  const { visitStatement } = Visitor.prototype;
  Visitor.prototype.visitStatement = function (statement) {
    const { type, decls } = statement as { readonly type: string; readonly decls?: VariableDeclarator[] };
    if (type !== 'UsingDeclaration') return visitStatement.call(this, statement);
    return Object.assign(statement as Statement, { decls: this.visitVariableDeclarators(decls ?? []) });
  };
}
visitUsingDeclarations();

export interface LayerReport {
  /** Source files under `src/` that were read. */
  readonly looked: number;
  readonly violations: readonly string[];
}

/** Doors and rooms are rules of `src/`; import circles are forbidden everywhere. */
const ROOTS = [
  'src',
  'bench',
  'console/scripts',
  'console/src',
  'console/test',
  'eval',
  'reliability',
  'scripts',
  'sdk/typescript/generate',
  'sdk/typescript/src',
  'sdk/typescript/test',
  'test',
];

/** Reads every module under the roots that `baseDir` has. */
export async function checkLayers(baseDir: string): Promise<LayerReport> {
  const { forbidden, options } = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'));
  const roots = ROOTS.filter((root) => existsSync(join(baseDir, root)));
  const result = await cruise(roots, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  const { modules, summary } = result.output as ICruiseResult;
  return {
    looked: modules.filter((module) => module.source.startsWith('src/')).length,
    violations: summary.violations.map(
      (violation) => `${violation.rule.name}: ${violation.from} -> ${violation.to}`,
    ),
  };
}

/** A check that read no file proves nothing. */
export function verdict(report: LayerReport): { readonly ok: boolean; readonly message: string } {
  if (report.looked === 0) return { ok: false, message: 'layers: no source file was found under src/' };
  if (report.violations.length > 0)
    return { ok: false, message: `layers:\n  ${report.violations.join('\n  ')}` };
  return { ok: true, message: `layers: ${report.looked} files follow them` };
}

if (import.meta.main) {
  const { ok, message } = verdict(await checkLayers(repository));
  console.log(message);
  if (!ok) process.exitCode = 1;
}
