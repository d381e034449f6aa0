const utility =
  /^(?:begin|start|commit|end|rollback|abort|savepoint|release|set|reset|show|discard|deallocate|fetch|move|close|listen|unlisten|notify|checkpoint)\b/i;
const relation = /\b(?:from|join)\s+(?:only\s+)?("?[\w$]+"?(?:\s*\.\s*"?[\w$]+"?)*)/gi;
const ofCatalog = /^"?(?:pg_|information_schema"?\s*\.)/i;

/**
 * Whether a text without its comments is nobody's query: it opens a transaction or sets something; the server checks a foreign key with it, whose
 * operators it writes as nobody else does; or a driver looks up types in the system catalogue and nothing besides.
 */
export function isLeftOut(text: string): boolean {
  if (text === '' || text === ';' || utility.test(text) || text.includes('OPERATOR(pg_catalog.')) return true;
  const relations = [...text.matchAll(relation)].map(([, name = '']) => name);
  return (
    relations.length > 0 &&
    relations.some((name) => ofCatalog.test(name)) &&
    relations.every((name) => ofCatalog.test(name) || isNamedInside(text, name))
  );
}

/** A name that a WITH gives, or a function in FROM. */
function isNamedInside(text: string, name: string): boolean {
  const word = name.replace(/[$"]/g, (character) => (character === '"' ? '"?' : '\\$'));
  return new RegExp(`(?:\\bwith\\s+(?:recursive\\s+)?|,\\s*)${word}\\s*(?:\\([^()]*\\)\\s*)?as\\b|\\b${word}\\s*\\(`, 'i').test(text);
}
