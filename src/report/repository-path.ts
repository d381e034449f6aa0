/** A path of the report as the repository names it, given the folder of the repository that the run's paths start in. Paths from elsewhere stay as they are. */
export function toRepositoryPath(path: string, folder: string): string {
  if (folder === '' || path === '-' || /^(?:[/\\]|[A-Za-z]:)/.test(path)) return path;
  const kept: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (part !== '.' && part !== '') kept.push(part);
  }
  return kept.join('/');
}
