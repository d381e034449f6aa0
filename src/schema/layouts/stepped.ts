import { UserError } from '../../errors.ts';
import { type Folder, openSubfolder } from '../files.ts';
import type { Layout } from '../layout.ts';
import { isSql } from '../names.ts';

const scripts = ['migration.sql', 'up.sql'];

/** A folder for each migration, in name order, with a script of a fixed name in it. */
export const stepped: Layout = {
  tool: 'Prisma, Drizzle Kit, Diesel or Hasura',
  list(folder) {
    const steps = folder.folders.map((name) => ({ name, script: findScript(openSubfolder(folder, name)) }));
    if (steps.every(({ script }) => script === null)) return listOnly(folder);
    requireAlone(folder);
    return steps.flatMap(({ name, script }) => {
      if (script !== null) return [`${folder.path}/${name}/${script}`];
      if (!/^\d/.test(name)) return [];
      throw new UserError('usage', `${folder.path}/${name}: has neither ${scripts.join(' nor ')}, as the folders beside it have`, {
        hint: 'add the script; if the migration is not SQL, --schema-command runs the tool itself',
      });
    });
  },
};

/** Hasura keeps the migrations of each database in a folder of its own. */
function listOnly(folder: Folder): readonly string[] | null {
  const [name, ...others] = folder.folders;
  if (name === undefined || others.length > 0 || folder.files.some(isSql)) return null;
  const below = openSubfolder(folder, name);
  if (!below.folders.some((step) => findScript(openSubfolder(below, step)) !== null)) return null;
  return stepped.list(below);
}

function findScript({ files }: Folder): string | null {
  return scripts.find((script) => files.includes(script)) ?? null;
}

function requireAlone({ path, files }: Folder): void {
  const stray = files.find(isSql);
  if (stray === undefined) return;
  throw new UserError('usage', `${path}: there are migrations in folders of their own, and ${stray} beside them`, {
    hint: 'move it, or name what is to load one by one, in order',
  });
}
