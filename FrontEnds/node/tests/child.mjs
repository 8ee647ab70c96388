// What the tests start: a suite of each kind that somebody may write, chosen by the variable KIND.
import crypto from 'node:crypto';
import https from 'node:https';
import tls from 'node:tls';
import { Refusal, rogues } from '../rogues.mjs';

// One case instead of six.
const options = ['--axes', 'tls=1.3,policy=system', '--timeout', '2s'];
const get = (attempt, more = {}) => new Promise((resolve, reject) => {
  https.get(attempt.url, { ...attempt.tlsOptions(), ...more, agent: false, timeout: attempt.remaining }, (reply) => {
    let body = '';
    reply.setEncoding('latin1').on('data', (text) => { body += text; }).on('end', () => resolve(body)).on('error', reject);
  }).on('error', reject);
});
const pinned = (attempt) => get(attempt, {
  checkServerIdentity(host, certificate) {
    const error = tls.checkServerIdentity(host, certificate);
    if (error) return error;
    const key = new crypto.X509Certificate(certificate.raw).publicKey.export({ type: 'spki', format: 'der' });
    const digest = crypto.createHash('sha256').update(key).digest('hex');
    const fits = attempt.pinSets.every((set) => set.some((pin) => pin.hex === digest));
    return fits ? undefined : new Refusal('pin-mismatch');
  },
});
const judged = (client, more = {}, ...patterns) => {
  rogues(...(patterns.length ? patterns : ['trust/unknown-ca']), { client, tlsOptions: true, options, ...more });
};
const throwing = (error) => () => judged(async () => { throw error; }, { tlsOptions: false });

const kinds = {
  careful: () => judged(get, {}, 'trust/unknown-ca', 'names/wrong-host'),
  parallel: () => judged(get, { concurrency: 4 }, 'trust/unknown-ca', 'names/wrong-host', 'time/intermediate-expired'),
  pinning: () => judged(pinned, { capabilities: ['pin.spki.leaf'], options: [] }, 'trust/rogue-ca-in-system-store'),
  nameless: () => judged((a) => get(a, { checkServerIdentity: () => undefined }), { name: 'names' }, 'trust/unknown-ca', 'names/wrong-host'),
  'no-scenario': () => judged(get, {}, 'trust/no-such-*'),
  'no-pattern': () => rogues({ client: get }),
  'no-client': () => rogues('trust/unknown-ca'),
  'no-profile': () => judged(get, { profile: 'no-such-profile' }),
  'no-setting': () => judged(get, { capability: [] }),
  unsupported: () => judged(get, {}, 'names/wrong-ipv6'),
  'empty-body': () => judged(async (a) => (a.tlsOptions(), '')),
  'no-body': () => judged(async (a) => { await get(a); }),
  swallows: () => judged((a) => get(a).catch(() => '')),
  'wrong-nonce': () => judged((a) => get(a).catch(() => '').then(() => '0'.repeat(32))),
  'no-options': () => judged((a) => get({ url: a.url, remaining: 1000, tlsOptions: () => ({ ca: a.ca, lookup: a.lookup }) })),
  'refuses-everything': throwing(Object.assign(new Error('no'), { code: 'CERT_UNTRUSTED' })),
  'own-error': throwing(new TypeError('no such key')),
  'argument-error': throwing(Object.assign(new TypeError('wrong argument'), { code: 'ERR_INVALID_ARG_TYPE' })),
  'no-reason': () => judged(async () => { throw new Error('no'); }, { reason: () => 'moody', tlsOptions: false }),
  stray: () => judged((a) => { setImmediate(() => { throw new Error('stray'); }); return get(a); }),
  hangs: () => judged(() => new Promise(() => {}), { options: ['--axes', 'tls=1.3,policy=system', '--timeout', '500ms'] }),
};
kinds[process.env.KIND]();
