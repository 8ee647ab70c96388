// Judges a TLS client in node:test: rogue servers that it must refuse, and healthy ones that it must accept
// (docs/guides/node.md). It starts the command rogues, and the test's own process is the client.
import { spawnSync } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { command, judge } from './judge.mjs';

export { Failure, Refusal, Unsupported } from './reasons.mjs';

const SETTINGS = ['client', 'capabilities', 'tlsOptions', 'reason', 'profile', 'catalogue', 'options', 'concurrency', 'name'];

/**
 * One test for each scenario that matches one of the patterns; the last argument has the settings. Of them, `client` makes one
 * request, as the attempt says, and returns the body of the response; it refuses by its error.
 */
export function rogues(...patterns) {
  const settings = checked(patterns.pop(), patterns);
  const scenarios = listed(settings, patterns);
  const counts = { asked: 0, judged: 0 };
  describe(settings.name ?? `rogues ${[settings.profile, ...patterns].filter(Boolean).join(' ')}`, { concurrency: settings.concurrency ?? 1 }, () => {
    for (const scenario of scenarios) {
      test(scenario, async (t) => {
        counts.asked += 1;
        const missing = await judge(settings, [...selection(settings), ...(settings.options ?? []), scenario]);
        if (missing === undefined) counts.judged += 1;
        else t.skip(`the client lacks what the scenario needs: ${missing}`);
      });
    }
    after(() => {
      // None was asked: --test-name-pattern leaves out the whole suite. One that failed is red by itself.
      if (counts.asked > 0 && counts.judged === 0) {
        throw new Error('rogues: nothing was judged, because no scenario passed: declare what the client can be told, or choose other scenarios');
      }
    });
  });
}

function checked(settings, patterns) {
  if (typeof settings?.client !== 'function') {
    throw new TypeError("rogues: the last argument needs a 'client', which makes the request: rogues('trust/*', { client })");
  }
  for (const name of Object.keys(settings)) {
    if (!SETTINGS.includes(name)) throw new TypeError(`rogues: there is no '${name}'; the settings are ${SETTINGS.join(', ')}`);
  }
  for (const name of ['capabilities', 'options']) {
    if (settings[name] !== undefined && !Array.isArray(settings[name])) throw new TypeError(`rogues: '${name}' is a list`);
  }
  if (patterns.length === 0 && !settings.profile) {
    throw new TypeError("rogues: name scenarios, such as 'trust/*', or a profile, such as { profile: 'core' }");
  }
  return settings;
}

function listed(settings, patterns) {
  const ending = spawnSync(command(), ['list', '--ids', ...selection(settings), ...patterns], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (ending.error) throw ending.error;
  if (ending.status !== 0) throw new Error(`rogues list: ${ending.stderr.trim() || `exit status ${ending.status}`}`);
  const scenarios = ending.stdout.split(/\s+/).filter(Boolean);
  if (scenarios.length === 0) throw new Error(`rogues: no scenario matches ${patterns.join(', ')}`);
  return scenarios;
}

function selection({ profile, catalogue }) {
  return [...(profile ? ['--profile', profile] : []), ...(catalogue ? ['--catalogue', catalogue] : [])];
}
