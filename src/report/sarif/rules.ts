import type { RuleText } from '../presentation.ts';
import type { Finding } from '../report.ts';
import { pageOf } from '../rule-page.ts';

export interface Descriptor {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** The rules that were asked, and those that findings name beside them. */
export function toDescriptors(rules: readonly RuleText[], findings: readonly Finding[]): readonly Descriptor[] {
  const known = new Set(rules.map(({ id }) => id));
  const others = [...new Set(findings.map(({ rule }) => rule))].filter((id) => !known.has(id));
  return [...rules.map(toDescriptor), ...others.map((id) => ({ id }))];
}

function toDescriptor({ id, summary, why, bad, good, severity }: RuleText): Descriptor {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    helpUri: pageOf(id),
    help: {
      text: `${why}\n\nInstead of:\n\n${bad}\n\nWrite:\n\n${good}`,
      markdown: `${why}\n\nInstead of\n\n\`\`\`sql\n${bad}\n\`\`\`\n\nwrite\n\n\`\`\`sql\n${good}\n\`\`\``,
    },
    defaultConfiguration: { level: severity },
  };
}
