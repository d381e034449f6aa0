import { Chalk } from 'chalk';
import type { Severity } from './report.ts';

type Paint = (text: string) => string;

/** Colours by meaning. Each gives its text back unchanged where colour is off. */
export interface Palette extends Readonly<Record<Severity, Paint>> {
  readonly colour: boolean;
  readonly good: Paint;
  readonly strong: Paint;
  readonly code: Paint;
  readonly dim: Paint;
}

export function paletteFor(colour: boolean): Palette {
  const chalk = new Chalk({ level: colour ? 1 : 0 });
  return { colour, error: chalk.red, warning: chalk.yellow, good: chalk.green, strong: chalk.bold, code: chalk.cyan, dim: chalk.dim };
}
