// `rogues run --adapter -` asks for one request after another, through pipes.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { Attempt } from './attempt.mjs';
import { statement } from './reasons.mjs';

// What every client can be told that takes a list of CAs, and what `attempt.tlsOptions()` can be told besides.
const CAPABILITIES = ['anchors', 'tls1.2', 'tls1.3', 'reason'];
const OF_OPTIONS = [
  'revocation.crl', 'revocation.require', 'revocation.no-network', 'client-identity.pem', 'client-identity.pkcs12',
];
// How the fields of attempts reach the client, by the capabilities that declare them; one that ends with a dot stands for
// all that begin so.
const PINS = ['pin.spki.', 'pin.certificate.'];
const FIELDS = {
  'connect.host': [''], 'connect.address': [''], 'connect.port': [''], 'connect.path': [''],
  'policy.systemAnchors': [''], 'policy.userAnchors': [''], 'policy.anchors': ['anchors'],
  'connect.proxy': ['proxy'], 'connect.proxyHost': ['proxy.tls'], 'policy.proxyAnchors': ['proxy.anchors'],
  'connect.starttls': ['starttls.'], reuse: ['resumption', 'keep-alive'], learn: ['tofu'], 'policy.time': ['clock'],
  'policy.pinSets.host': PINS, 'policy.pinSets.any': PINS, 'policy.pinSets.any.position': PINS,
  'policy.pinSets.includeSubdomains': ['pin.subdomains'], 'policy.pinSets.expires': ['pin.expiry'],
  'policy.revocation.mode': ['revocation.require'], 'policy.revocation.network': ['revocation.no-network'],
  'policy.revocation.methods': ['revocation.crl', 'revocation.crl-fetch', 'revocation.ocsp-staple', 'revocation.ocsp-fetch'],
  'policy.transparency.require': ['transparency.'], 'policy.transparency.logs': ['transparency.'],
  'policy.transparency.operators': ['transparency.operators'],
  'policy.identity': ['client-identity.pem', 'client-identity.pkcs12'], 'policy.identity.others': ['client-identity.choice'],
};
// The settings of a repository are for its own adapters.
const QUIET = ['--config', 'none', '--progress', 'none', '--color', 'never'];
// Verdicts about a case that the client was never asked about, or whose fault it never met.
const UNJUDGED = ['unsupported', 'unexercised', 'inconclusive', 'harness-error', 'not-run'];

/** The path of the command. */
export function command() {
  const named = process.env.ROGUES;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const found = (named ? [path.resolve(named)] : folders.map((folder) => path.join(folder, 'rogues'))).find((file) => {
    try {
      fs.accessSync(file, fs.constants.X_OK);
      return fs.statSync(file).isFile();
    } catch {
      return false;
    }
  });
  if (found) return found;
  throw new Error(named
    ? `rogues: the variable ROGUES names '${named}', which is no program`
    : "rogues: the command 'rogues' is not in PATH: install it (make install in its repository), or name it in the variable ROGUES");
}

/**
 * Runs the command with these arguments, and has the client make its requests. Returns what the client lacks, or undefined
 * if it was judged and is right; throws whatever is not green.
 */
export async function judge(settings, selected) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rogues-node-'));
  try {
    const log = path.join(folder, 'log.jsonl');
    const run = await converse(settings, [...QUIET, '--log', log, ...selected]);
    return concluded(run, casesOf(log));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function concluded({ status, text, calls }, cases) {
  const verdicts = cases.map((one) => one.verdict);
  const isUnsupported = verdicts.length > 0 && verdicts.every((verdict) => ['unsupported', 'unexercised'].includes(verdict));
  if ((status === 0 || status === 4) && isUnsupported) {
    const missing = cases.filter((one) => one.verdict === 'unsupported').map((one) => one.explanation);
    return [...new Set(missing)].join('; ') || 'it does not offer what the fault is in';
  }
  if (status === 0 && calls > 0 && verdicts.some((verdict) => !UNJUDGED.includes(verdict))) return undefined;
  if (status === 0) throw complaint(`rogues: nothing was judged\n${text}`);
  if (status === 1) throw complaint(block(text));
  if (status === 2) throw complaint(`rogues: inconclusive, which proves nothing\n${block(text)}`);
  throw complaint(`rogues run: exit status ${status}\n${text}`);
}

/** Without the sums of a run that has one scenario, and without commands, which nobody can repeat by hand. */
function block(text) {
  return text.replace(/\n\n([A-Za-z-]+ \(\d+\): |deadlines |\d+ deadlines |total time|covers )[^]*/, '').replace(/\n {2}(command|again) .*(\n {4}.*)*/g, '');
}

function complaint(text) {
  const error = new Error(text);
  // The trace would be of this file.
  error.stack = text;
  return error;
}

function casesOf(log) {
  if (!fs.existsSync(log)) return [];
  const lines = fs.readFileSync(log, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line));
  // A case that was judged anew counts as it was judged last.
  return [...new Map(lines.filter((line) => line.type === 'case').map((line) => [line.case, line])).values()];
}

function converse(settings, selected) {
  const introduction = ready(settings);
  return new Promise((resolve, reject) => {
    const child = spawn(command(), ['run', '--adapter', '-', ...selected], { stdio: ['pipe', 'pipe', 'pipe'] });
    let text = '';
    let calls = 0;
    let mistake;
    const say = (message) => child.stdin.writable && child.stdin.write(JSON.stringify(message) + '\n');
    const stop = (error) => {
      mistake ??= error;
      child.kill('SIGKILL');
    };
    // The command may be gone; its status says why.
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (part) => { text += part; });
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (mistake) reject(mistake);
      else resolve({ status: status ?? signal, text: text.trim(), calls });
    });
    const answer = (message) => {
      if (message.type === 'bye') return child.stdin.end(JSON.stringify({ type: 'bye' }) + '\n');
      if (message.type === 'hello') return say(introduction);
      if (message.type !== 'attempt') throw new Error(`rogues wrote a message of an unknown type: ${message.type}`);
      const missing = message.needs.find((need) => !introduction.capabilities.includes(need));
      if (missing) return say({ type: 'unsupported', id: message.id, capability: missing });
      calls += 1;
      return asked(settings, message).then((said) => say({ id: message.id, ...said }), stop);
    };
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      try {
        answer(JSON.parse(line));
      } catch (error) {
        stop(error);
      }
    }).on('close', () => child.stdin.end());
  });
}

/** The answer to an attempt; throws what is no decision of a client. */
async function asked(settings, message) {
  const attempt = new Attempt(message);
  let body;
  try {
    body = await settings.client(attempt);
  } catch (error) {
    const said = statement(error, settings.reason);
    if (said) return said;
    throw error;
  }
  if (settings.tlsOptions && !attempt.hasMadeOptions) {
    throw new Error('rogues: the settings say tlsOptions, and the client did not call attempt.tlsOptions()');
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('rogues: the client returns the body of the response, a string or a Buffer, or throws the error by which it refuses');
  }
  const nonce = /^([0-9a-fA-F]{32})\r?\n?$/.exec(Buffer.from(body).toString('latin1'));
  if (!nonce) return { type: 'failed', cause: 'server', detail: 'there is no nonce in the reply' };
  return { type: 'statement', disposition: 'accept', nonce: nonce[1] };
}

/** What the client can do, in the words of the contract. */
function ready({ capabilities = [], tlsOptions = false }) {
  const words = [...new Set([...CAPABILITIES, ...capabilities, ...(tlsOptions ? OF_OPTIONS : [])])];
  const applies = {};
  for (const [field, needed] of Object.entries(FIELDS)) {
    const declares = (one) => words.some((word) => word === one || (one.endsWith('.') && word.startsWith(one)));
    if (needed.some((one) => one === '' || declares(one))) applies[field] = 'handed to the client';
  }
  const fixed = { 'policy.hostname': 'always checked' };
  for (const field of ['tls.minimum', 'tls.maximum', 'tls.alpn']) {
    if (tlsOptions) applies[field] = 'options of tls.connect';
    else if (field !== 'tls.minimum') fixed[field] = "the client's own";
  }
  const openssl = /^[0-9.]+/.exec(process.versions.openssl)[0];
  return {
    type: 'ready', protocol: 1, adapter: 'node', maxInFlight: 1, capabilities: words, declined: [], applies, fixed,
    library: { name: 'Node', version: process.versions.node, stacks: { openssl } },
  };
}
