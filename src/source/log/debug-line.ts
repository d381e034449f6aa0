/** A line of the `debug` package: with a date in front, or on a terminal with the time since the last behind. */
export interface DebugLine {
  readonly namespace: string;
  readonly text: string;
  /** On a terminal each line of a text has the name in front, and the last has the time. */
  readonly isTerminal: boolean;
}

const form = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z |( {2}))?([a-z][\w.-]*(?::[\w-]+)+) (.*)$/;

export function parseDebugLine(line: string): DebugLine | null {
  const [, indent, namespace, text] = form.exec(line) ?? [];
  if (namespace === undefined || text === undefined) return null;
  return { namespace, text: indent === undefined ? text : text.replace(/ \+\d+(?:ms|s|m|h|d)$/, ''), isTerminal: indent !== undefined };
}
