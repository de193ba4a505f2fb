import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Addresses } from './backend-client.js';
import { addressesOf, checkBackend, type CheckOptions } from './check-backend.js';
import type { Finding } from './report.js';

export const usage = `Checks a running backend, in any language, by the protocol of the elements.

  npx nudge-inbox check <url> [options]

<url> is what the page has as backend-url, such as http://localhost:3000/inbox

  --header "Name: value"  goes with each request, such as the cookie or the token of
                          a customer who is signed in; may be repeated
  --deliver <command>     causes an arrival for this customer: the event must come
  --origin <origin>       of a page on another origin: its CORS headers are checked
  --list-url <url>        for a page with these attributes in place of backend-url;
  --events-url <url>      leave <url> out then
  --token-url <url>
  --json                  prints the findings as JSON
  --help

It changes the read state, dismisses, snoozes and the preferences of this customer, and
restores them. Use a customer for tests who has at least two notifications, and gets
no others meanwhile.

Exit code: 0 if nothing is wrong, 1 if something is, 2 if the command is wrong.`;

/** The command is wrong. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Command {
  options: CheckOptions;
  isJson: boolean;
}

const marks: Readonly<Record<Finding['severity'], string>> = {
  ok: '  ok     ',
  wrong: '✗ wrong  ',
  missing: '- missing',
  note: '  note   ',
};

/** Runs a command of the shell. Rejects if it fails. */
function runShell(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Its output would be in the middle of the findings.
    const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new UsageError(`The command of --deliver ended with ${code}.`));
    });
  });
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError('--header must be “Name: value”, such as --header "Cookie: session=…".');
      return [name, value];
    }),
  );
}

function parseAddress(address: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError('An address must begin with http:// or https://.');
  return address;
}

/** @throws UsageError */
function parseCommand(parameters: readonly string[]): Command | null {
  const { values, positionals } = parseParameters(parameters);
  if (values.help || parameters.length === 0) return null;
  const [name, url, ...others] = positionals;
  if (name !== 'check' || others.length > 0) throw new UsageError('The command is: nudge-inbox check <url>');
  const { 'list-url': list, 'events-url': events, 'token-url': token } = values;
  const named: Addresses = {
    ...(list !== undefined && { list: parseAddress(list) }),
    ...(events !== undefined && { events: parseAddress(events) }),
    ...(token !== undefined && { token: parseAddress(token) }),
  };
  const addresses = url === undefined ? named : addressesOf(parseAddress(url));
  if (url === undefined ? addresses.list === undefined : Object.keys(named).length > 0)
    throw new UsageError('Name either <url>, or --list-url with the addresses of the other attributes.');
  const { deliver, origin, header = [] } = values;
  const options = {
    addresses,
    headers: parseHeaders(header),
    origin,
    deliver: deliver === undefined ? undefined : () => runShell(deliver),
  };
  return { options, isJson: values.json ?? false };
}

function parseParameters(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        header: { type: 'string', multiple: true },
        deliver: { type: 'string' },
        origin: { type: 'string' },
        'list-url': { type: 'string' },
        'events-url': { type: 'string' },
        'token-url': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A finding as a line, and one for what to do about it. */
export function formatFinding({ severity, rule, request, message }: Finding): string {
  return `${marks[severity]}  ${rule.padEnd(20)} ${request}\n${' '.repeat(11)}${message}`;
}

/**
 * Runs the command.
 *
 * @param print prints a line
 * @returns the exit code
 */
export async function runCommand(
  parameters: readonly string[],
  print: (text: string) => unknown,
  overrides: Partial<CheckOptions> = {},
): Promise<number> {
  try {
    const command = parseCommand(parameters);
    if (!command) {
      print(usage);
      return 0;
    }
    return await check(command, print, overrides);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(`${error.message}\nSee npx nudge-inbox --help`);
    return 2;
  }
}

async function check(
  { options, isJson }: Command,
  print: (text: string) => unknown,
  overrides: Partial<CheckOptions>,
): Promise<number> {
  if (!isJson)
    print('This changes what the customer has read, dismissed, snoozed and chosen, and restores it.\n');
  const onFinding = (finding: Finding): void => {
    if (!isJson) print(formatFinding(finding));
  };
  const { findings, isPassed } = await checkBackend({ ...options, onFinding, ...overrides });
  const countOf = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  if (isJson) print(JSON.stringify({ isPassed, findings }, null, 2));
  else print(`\n${countOf('ok')} ok, ${countOf('wrong')} wrong, ${countOf('missing')} missing`);
  return isPassed ? 0 : 1;
}
