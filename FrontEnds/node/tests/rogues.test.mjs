import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Failure, Refusal, Unsupported, statement } from '../reasons.mjs';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

function run(kind, environment = {}, more = []) {
  const { NODE_TEST_CONTEXT, ...own } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...more, '--test', CHILD], { env: { ...own, KIND: kind, ...environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { output += text; });
    child.on('error', reject).on('close', (status) => resolve({ status, output }));
  });
}

describe('green', { concurrency: 3 }, () => {
  for (const kind of ['careful', 'parallel', 'pinning']) {
    test(kind, async () => {
      const { status, output } = await run(kind);
      assert.equal(status, 0, output);
      assert.match(output, / trust\//);
      assert.doesNotMatch(output, /SKIP/);
    });
  }
});

test('a false accept shows its block, and the other tests are green', async () => {
  const { status, output } = await run('nameless');
  assert.equal(status, 1, output);
  assert.match(output, /FALSE-ACCEPT {2}names\/wrong-host/);
  assert.match(output, / fix /);
  assert.match(output, /\bok \d - trust\/unknown-ca|✔ trust\/unknown-ca/);
  assert.doesNotMatch(output, /covers 1|FALSE-ACCEPT \(1\)|\n +again |\n +command |judge\.mjs/);
});

test('tests are chosen by name', async () => {
  const { status, output } = await run('nameless', {}, ['--test-name-pattern=unknown-ca']);
  assert.equal(status, 0, output);
});

describe('never green', { concurrency: 4 }, () => {
  const said = {
    'no-scenario': 'no scenario', 'no-pattern': 'name scenarios', 'no-client': "needs a 'client'", 'no-profile': 'no-such-profile',
    'no-setting': "there is no 'capability'", unsupported: 'nothing was judged', 'empty-body': 'inconclusive',
    'no-body': 'returns the body', swallows: '', 'wrong-nonce': '! error', 'no-options': 'did not call attempt.tlsOptions()',
    'refuses-everything': '', 'own-error': 'no such key', 'argument-error': 'wrong argument', 'no-reason': 'moody', stray: 'stray',
    hangs: 'hung',
  };
  for (const [kind, words] of Object.entries(said)) {
    test(kind, async () => {
      const { status, output } = await run(kind);
      assert.notEqual(status, 0, output);
      assert.ok(output.includes(words), output);
    });
  }
  test('the command is missing', async () => {
    const { status, output } = await run('careful', { ROGUES: '', PATH: '/nonexistent' });
    assert.notEqual(status, 0, output);
    assert.match(output, /the command 'rogues' is not in PATH: install it/);
  });
});

describe('what takes the place of the command judges nothing', { concurrency: 4 }, () => {
  const bye = `echo '{"type":"bye"}'`;
  const line = `echo '{"type":"case","case":"a","verdict":"pass"}' > "$log"; `;
  const bodies = {
    silent: 'exit 0', bye, four: `${bye}; exit 4`, signal: 'kill -9 $$', words: 'echo words', uncalled: line + bye,
    torn: `printf '{"type":"case","case":"a","verdict":"pass"' > "$log"; ${bye}`, unheard: `echo '{"type":"what"}'`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    test(name, async (t) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rogues-fake-'));
      t.after(() => fs.rmSync(folder, { recursive: true }));
      const program = path.join(folder, 'rogues');
      const head = '#!/bin/sh\n[ $1 != list ] || exec echo trust/unknown-ca\nwhile [ "$1" != --log ]; do shift; done; log=$2\n';
      fs.writeFileSync(program, `${head}${body}\n`, { mode: 0o755 });
      const { status, output } = await run('careful', { ROGUES: program });
      assert.notEqual(status, 0, output);
    });
  }
});

test('what an error means', () => {
  const coded = (code, message = 'words') => Object.assign(new Error(message), { code });
  const reason = (error) => statement(error)?.reason;
  assert.equal(reason(coded('CERT_HAS_EXPIRED')), 'expired');
  assert.equal(reason(new TypeError('fetch failed', { cause: coded('ERR_TLS_CERT_ALTNAME_INVALID') })), 'name-mismatch');
  assert.equal(reason(coded('UNSPECIFIED', 'permitted subtree violation')), 'name-constraint');
  assert.equal(reason(coded('ERR_SSL_WRONG_VERSION_NUMBER')), 'protocol');
  assert.equal(statement(coded('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA')).cause, 'server');
  assert.equal(statement(coded('ECONNRESET')).cause, 'network');
  assert.equal(statement(new Failure('timeout')).cause, 'timeout');
  assert.equal(statement(new Unsupported('anchors')).capability, 'anchors');
  assert.equal(statement(new Refusal()).reason, null);
  for (const error of [new Error('no'), coded('ENOENT'), coded('ERR_INVALID_ARG_TYPE'), coded('toString'), coded('ENOTFOUND')]) {
    assert.equal(statement(error), undefined, String(error));
  }
  assert.throws(() => new Refusal('moody'), /no reason/);
  assert.throws(() => new Failure('fate'), /no cause/);
});
