// The schema of planlint.config.json, made of the table of its keys and of the rules' options. docs/generate.js writes it.
import { configKeys } from '../dist/src/config/keys.js';
import { rules } from '../dist/src/index.js';

const text = { type: 'string', pattern: '\\S' };
const oneOrMore = (items) => ({ anyOf: [items, { type: 'array', items }] });
const level = { enum: ['off', 'warning', 'error'] };

/** A level, options, or both. */
const toSetting = (options) => ({ anyOf: [level, options, { type: 'array', items: [level, options], minItems: 1, additionalItems: false }] });

const optionForms = {
  count: { type: 'integer', minimum: 1 },
  flag: { type: 'boolean' },
  period: { type: 'string', pattern: '^(?:off|.*\\d.*)$' },
  names: { type: 'array', items: { type: 'string' } },
};

/** Forms of keys, by kind. */
const keyForms = {
  path: text,
  text,
  paths: oneOrMore(text),
  texts: oneOrMore(text),
  outputs: oneOrMore({ type: 'string', pattern: '^[a-z]+(?:=.+)?$' }),
  pairs: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  flag: { type: 'boolean' },
  count: { type: 'integer', minimum: 0 },
  // Rules of one's own come with a list, or with a config that is extended: what they are called, only planlint knows.
  rules: { anyOf: [{ $ref: '#/definitions/rules' }, { type: 'array', items: { anyOf: [text, { $ref: '#/definitions/rules' }] } }] },
  overrides: oneOrMore({
    type: 'object',
    properties: { paths: oneOrMore(text), rules: { $ref: '#/definitions/rules' } },
    required: ['paths', 'rules'],
    additionalProperties: false,
  }),
  projects: oneOrMore({ $ref: '#/definitions/project' }),
};

/** The schema as the package's file holds it. */
export function toConfigSchema() {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'planlint.config.json',
    description: 'What planlint checks, on which schema, and how strictly.',
    ...toObject('top'),
    definitions: { project: toObject('project'), rules: toRules() },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The keys that may stand at a level. */
function toObject(place) {
  const keys = Object.entries(configKeys).filter(([, { only = place }]) => only === place);
  const properties = keys.map(([name, { kind, about }]) => [name, { description: toSentence(about), ...toForm(kind) }]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function toForm(kind) {
  return typeof kind === 'string' ? keyForms[kind] : { enum: kind };
}

function toRules() {
  const known = rules.map(({ id, summary, options = {} }) => [id, { description: summary, ...toSetting(toOptions(options)) }]);
  return {
    type: 'object',
    properties: Object.fromEntries(known),
    // Rules of one's own, in the form that they are named in best.
    patternProperties: { '^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$': toSetting({ type: 'object' }) },
    additionalProperties: false,
  };
}

function toOptions(options) {
  const toProperties = (entries) =>
    Object.fromEntries(entries.map(([name, { kind, about }]) => [name, { description: about, ...optionForms[kind] }]));
  const entries = Object.entries(options);
  const ofTables = entries.filter(([, { perTable }]) => perTable);
  const table = { type: 'object', properties: toProperties(ofTables), additionalProperties: false };
  const tables = {
    description: "Other values for some tables, by the table's name with or without its schema.",
    type: 'object',
    additionalProperties: table,
  };
  return { type: 'object', properties: { ...toProperties(entries), ...(ofTables.length === 0 ? {} : { tables }) }, additionalProperties: false };
}

function toSentence(about) {
  return `${about[0].toUpperCase()}${about.slice(1)}.`;
}
