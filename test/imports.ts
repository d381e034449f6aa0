import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { parseSync, Visitor } from 'vite';

/** What a module asks for, and how. */
export interface Import {
  /** A package's name without a path inside it, `node:…`, or a file as seen from the repository's root. */
  readonly target: string;
  readonly isType: boolean;
  readonly isExport: boolean;
}

export interface Module {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** The code uses the global `process`. */
  readonly usesProcess: boolean;
}

/** The modules of the product, without its tests. */
export function readModules(root: string): readonly Module[] {
  return globSync(['src/**/*.ts', 'rules/**/*.ts', 'bin/**/*.js'], { cwd: root })
    .sort()
    .map((path) => parseModule(path, readFileSync(join(root, path), 'utf8')));
}

export function parseModule(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  let usesProcess = false;
  const add = (specifier: string, isType: boolean, isExport = false) => imports.push({ target: resolve(path, specifier), isType, isExport });
  new Visitor({
    ImportDeclaration(node) {
      const isType = node.specifiers.length > 0 && node.specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type');
      add(node.source.value, node.importKind === 'type' || isType);
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node.exportKind === 'type', true);
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind === 'type', true);
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') add(node.source.value, false);
    },
    TSImportType(node) {
      add(node.source.value, true);
    },
    Identifier(node) {
      if (node.name === 'process') usesProcess = true;
    },
  }).visit(program);
  return { path, lines: text.split('\n').length - 1, imports, usesProcess };
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
