// Keeps one comment on a pull request: written when there is something to say, rewritten by each run, and all good when all is. Whatever GitHub answers, the job goes on.
import { readFileSync } from 'node:fs';

const {
  GITHUB_API_URL = '',
  GITHUB_REPOSITORY = '',
  GITHUB_EVENT_PATH = '',
  PLANLINT_TOKEN = '',
  PLANLINT_FOLDER = '.',
  PLANLINT_COMMENT = '',
} = process.env;
const perPage = 100;

try {
  const number = readNumber();
  if (number !== null && PLANLINT_COMMENT !== '') await keep(number, toBody(readFileSync(PLANLINT_COMMENT, 'utf8')));
} catch (error) {
  console.log(`::notice title=planlint::No comment was written: ${error.message}. The summary of the job has the report.`);
}

/** The pull request that the job is for. */
function readNumber() {
  const { pull_request: pull, issue } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  return pull?.number ?? (issue?.pull_request === undefined ? null : issue.number);
}

/** Each folder has a comment of its own, told by its first line. */
function toMarker() {
  const folder = PLANLINT_FOLDER.replace(/^\.\/|\/+$/g, '');
  return folder === '' || folder === '.' ? '<!-- planlint -->' : `<!-- planlint ${encodeURI(folder).replaceAll('-', '%2D')} -->`;
}

function toBody(text) {
  return text.replace(/^<!-- planlint -->/, toMarker());
}

async function keep(number, body) {
  const comments = `/repos/${GITHUB_REPOSITORY}/issues/${number}/comments`;
  const toOwn = (id) => `/repos/${GITHUB_REPOSITORY}/issues/comments/${id}`;
  const [first, ...others] = await findOwn(comments);
  const isGood = body.split('\n')[1]?.startsWith('### ✅') ?? false;
  if (first !== undefined) await send('PATCH', toOwn(first.id), { body });
  else if (!isGood) await send('POST', comments, { body });
  // Two runs at once may have written two.
  for (const { id } of others) await send('DELETE', toOwn(id));
}

/** Whoever quotes the comment has written another one. */
async function findOwn(comments) {
  const login = await readLogin();
  const marker = toMarker();
  const found = [];
  for (let page = 1; ; page += 1) {
    const listed = await send('GET', `${comments}?per_page=${perPage}&page=${page}`);
    found.push(...listed.filter(({ body, user }) => body?.startsWith(marker) && (login === null ? user?.type === 'Bot' : user?.login === login)));
    if (listed.length < perPage) return found;
  }
}

/** `null` for the token of a job or an app, which is nobody's. */
async function readLogin() {
  return send('GET', '/user').then(
    ({ login }) => login,
    () => null,
  );
}

async function send(method, path, body) {
  const response = await fetch(GITHUB_API_URL + path, {
    method,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${PLANLINT_TOKEN}`, 'x-github-api-version': '2022-11-28' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  if ([401, 403, 404].includes(response.status)) throw new Error('the token may not write to this pull request (permissions: pull-requests: write)');
  if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
  return response.status === 204 ? null : response.json();
}
