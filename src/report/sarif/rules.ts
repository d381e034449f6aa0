import type { AskedRule } from '../presentation.ts';
import type { Finding } from '../report.ts';
import { formatRuleMarkdown } from '../rule-markdown.ts';
import { formatRulePage } from '../rule-sheet.ts';

export interface Descriptor {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** The rules that were asked, and those that findings name beside them. */
export function toDescriptors(rules: readonly AskedRule[], findings: readonly Finding[]): readonly Descriptor[] {
  const known = new Set(rules.map(({ id }) => id));
  const others = [...new Set(findings.map(({ rule }) => rule))].filter((id) => !known.has(id));
  return [...rules.map(toDescriptor), ...others.map((id) => ({ id }))];
}

function toDescriptor(rule: AskedRule): Descriptor {
  const { id, summary, why, severity, page } = rule;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    ...(page === null ? {} : { helpUri: page }),
    help: { text: formatRulePage(rule, { colour: false, width: 100 }), markdown: formatRuleMarkdown(rule) },
    defaultConfiguration: { level: severity },
  };
}

/** What the run's settings make of rules, for all files. */
export function toOverrides(rules: readonly AskedRule[]): readonly object[] {
  return rules.flatMap(({ id, severity, level }, index) => {
    if (level === null || level === severity) return [];
    return [{ descriptor: { id, index }, configuration: level === 'off' ? { enabled: false } : { level } }];
  });
}
