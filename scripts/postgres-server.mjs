// Starts a PostgreSQL of its own for tests and benchmarks, in a temporary folder, from programs that are installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from './free-port.mjs';

/** What the lock file of the versions that `npm run test:all` tests names, by which they are installed. */
const versionsFolder = 'test/postgres/versions';
const cache = join('node_modules', '.cache', 'postgres-versions');

/** The versions of PostgreSQL that are tested beside the installed one, such as `18`. */
export const versions = Object.keys(
  JSON.parse(readFileSync(join(versionsFolder, 'package.json'), 'utf8')).dependencies,
).map((name) => name.replace('postgres-', ''));

function isCacheCurrent() {
  const [wanted, cached] = [versionsFolder, cache].map((folder) => join(folder, 'package-lock.json'));
  return existsSync(cached) && readFileSync(cached, 'utf8') === readFileSync(wanted, 'utf8');
}

/** The folder of `initdb` and `pg_ctl`; undefined if there is none. `POSTGRES_VERSION` names one of the versions. */
export function findPrograms() {
  const { POSTGRES_VERSION: version } = process.env;
  if (version) {
    const folder = join(process.cwd(), cache, 'node_modules', `postgres-${version}`, 'native', 'bin');
    return isCacheCurrent() && existsSync(join(folder, 'initdb')) ? folder : undefined;
  }
  const packaged = '/usr/lib/postgresql';
  const installed = existsSync(packaged)
    ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...installed.map((version) => join(packaged, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Installs every version into the cache, for Linux with x64. */
function installVersions() {
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(versionsFolder, name), join(cache, name));
  return spawnSync('npm', ['ci'], { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/**
 * Installs PostgreSQL where that needs nobody's consent: a named version into the cache, else one for all as root of a machine of CI.
 * Returns whether it did.
 */
export function installPrograms() {
  if (process.env.POSTGRES_VERSION) return installVersions();
  if (!process.env.CI || process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...parameters) => spawnSync('apt-get', parameters, { env, stdio: 'ignore' }).status === 0;
  return run('update') && run('install', '-y', '--no-install-recommends', 'postgresql');
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package has created. */
function findUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts a server. `stop()` and `start()` simulate that it is away; `restart()` ends its connections as a failover does, and resolves
 * when it accepts new ones; `remove()` stops it for good and deletes it.
 *
 * @param settings settings of PostgreSQL, such as `{ max_connections: '200' }`
 */
export async function startPostgres(settings = {}) {
  const programs = findPrograms();
  if (!programs)
    throw new Error(
      `There is no PostgreSQL ${process.env.POSTGRES_VERSION ?? ''}: install it, such as by \`apt-get install postgresql\`.`,
    );
  const user = findUser();
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = (program, ...parameters) =>
    execFileSync(join(programs, program), parameters, { ...user, cwd: folder, stdio: 'ignore' });
  const options = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    ...settings,
  }).map(([name, value]) => `-c ${name}=${value}`);
  const start = () =>
    run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options.join(' '), 'start');
  const stop = () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
  const restart = async () => {
    const parameters = ['-D', data, '-l', join(folder, 'log'), '-w', '-m', 'fast', '-o', options.join(' ')];
    // With its output, it would hold this process until the server ends.
    const child = spawn(join(programs, 'pg_ctl'), [...parameters, 'restart'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) throw new Error('The database did not restart.');
  };
  run('initdb', '-D', data, '-U', 'nudge', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  start();
  return {
    url: `postgres://nudge@127.0.0.1:${port}/postgres`,
    start,
    stop,
    restart,
    remove: () => {
      try {
        stop();
      } catch {
        // It is stopped already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
