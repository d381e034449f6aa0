import { toRepositoryPath } from '../repository-path.ts';

/** Where a file is: below the root of the repository, or absolute. */
export interface Artifact {
  readonly uri: string;
  readonly uriBaseId?: '%SRCROOT%';
}

export function toArtifact(path: string, folder: string): Artifact {
  const slashed = toRepositoryPath(path, folder).replace(/^[A-Za-z]:[/\\].*/, (windows) => `/${windows.replaceAll('\\', '/')}`);
  if (slashed.startsWith('/')) return { uri: `file://${encode(slashed).replace(/^\/([A-Za-z])%3A\//, '/$1:/')}` };
  return { uri: encode(slashed), uriBaseId: '%SRCROOT%' };
}

/** No colon stays, so that a first part is not taken for a scheme. */
function encode(path: string): string {
  return path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
}
