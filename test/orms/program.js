import { rowAt } from './row.js';

// node program.js <orm>: each operation of it once, in a session that has the operation's name, so that what it sends is told apart.
const { open, operations, sessions } = await import(`./${process.argv[2]}.js`);

for (const [index, [name, operation]] of [...Object.entries(operations), ...Object.entries(sessions)].entries()) {
  process.env.PGAPPNAME = name;
  const [orm, close] = await open();
  try {
    const result = await operation(orm, rowAt(index));
    if (Array.isArray(result) ? result.length === 0 : !result) throw new Error('nothing came of it');
  } catch (error) {
    throw new Error(`${process.argv[2]}, ${name}`, { cause: error });
  } finally {
    await close();
  }
}
