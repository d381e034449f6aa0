import { isRelevant, type SessionSettings } from '../source/session-setting.ts';

/** What a session begins with: settings among the parameters of its greeting, and over those the ones of its `options`, as in `-c app.tenant=3`. */
export function toSettings(parameters: ReadonlyMap<string, string>): SessionSettings {
  const given = [...optionsOf(parameters.get('options') ?? ''), ...parameters];
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => isRelevant(name)));
}

/** `-c name=value`, `-cname=value` and `--name=value`; a backslash takes its meaning from the blank behind it. */
function optionsOf(options: string): readonly (readonly [name: string, value: string])[] {
  const words = (options.match(/(?:\\.|[^\s\\])+/gs) ?? []).map((word) => word.replace(/\\(.)/gs, '$1'));
  return words.flatMap((word, index) => {
    const text = words[index - 1] === '-c' ? word : /^(?:-c|--)(?=.)/.test(word) ? word.replace(/^(?:-c|--)/, '') : '';
    const [, name, value] = /^([\w.-]+)=(.*)$/s.exec(text) ?? [];
    return name === undefined || value === undefined ? [] : [[name.replaceAll('-', '_'), value] as const];
  });
}
