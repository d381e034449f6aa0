import type { Library } from './library.ts';
import type { Part } from './part.ts';
import type { Resolve } from './scope.ts';
import type { Node } from './syntax.ts';
import type { Tree } from './tree.ts';

/** What is needed to tell what an expression puts into a query. */
export interface Reading {
  readonly tree: Tree;
  readonly resolve: Resolve;
  /** The library whose template the expression stands in. */
  readonly library: Library;
  readonly read: (node: Node) => readonly Part[];
}
