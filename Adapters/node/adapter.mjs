// An adapter for Node's tls module, through the session door (docs/reference/adapters.md).
//
// Pins are compared as the documentation of https.request shows it: in checkServerIdentity, which then has to call
// tls.checkServerIdentity itself, and which gets the certificate with its issuers. Whatever is thrown and not understood
// ends the process: an adapter error, never a refusal.
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import tls from 'node:tls';

// The same words are in adapter.yaml.
const CAPABILITIES = [
  'anchors', 'host.ipv6', 'pin.spki.leaf', 'pin.spki.ca', 'pin.spki.chain', 'pin.certificate.leaf', 'pin.certificate.ca',
  'pin.certificate.chain', 'pin.expiry', 'pin.subdomains', 'pin.none', 'pin.digest', 'revocation.crl',
  'revocation.require', 'revocation.no-network', 'client-identity.pem', 'client-identity.pkcs12', 'tls1.2', 'tls1.3', 'concurrency', 'reason',
];

// Errors of a path, by OpenSSL's names as Node has them.
const REASONS = {
  CERT_HAS_EXPIRED: 'expired', CERT_NOT_YET_VALID: 'not-yet-valid', CERT_REVOKED: 'revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted', SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted', UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted', CERT_UNTRUSTED: 'untrusted',
  CERT_SIGNATURE_FAILURE: 'bad-signature', UNABLE_TO_GET_CRL: 'revocation-unknown',
  CRL_HAS_EXPIRED: 'revocation-unknown', CRL_NOT_YET_VALID: 'revocation-unknown',
  CRL_SIGNATURE_FAILURE: 'revocation-unknown', PATH_LENGTH_EXCEEDED: 'path-length',
  INVALID_PURPOSE: 'key-usage', INVALID_CA: 'not-a-ca', HOSTNAME_MISMATCH: 'name-mismatch',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name-mismatch', ERR_TLS_CERT_ALTNAME_FORMAT: 'malformed',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'malformed', ERROR_IN_CERT_NOT_AFTER_FIELD: 'malformed',
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: 'malformed',
};
// The others have no name there, and come as words.
const WORDS = [
  ['subtree violation', 'name-constraint'], ['name constraints minimum', 'name-constraint'],
  ['unsupported name constraint', 'name-constraint'], ['unsupported or invalid name', 'name-constraint'],
  ['unhandled critical extension', 'extension'], ['inconsistent certificate extension', 'extension'],
  ['policy', 'extension'], ['key too weak', 'weak-crypto'], ['digest algorithm too weak', 'weak-crypto'],
  ['explicit ECC parameters', 'weak-crypto'], ['key usage does not include certificate signing', 'key-usage'],
  ['key usage does not include CRL signing', 'revocation-unknown'], ['CRL', 'revocation-unknown'],
  ['invalid CA certificate', 'not-a-ca'],
];

class Cancel extends Error {
  constructor(reason, phase, detail) {
    super(detail);
    Object.assign(this, { reason, phase });
  }
}

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
const sha256 = (bytes) => crypto.createHash('sha256').update(bytes).digest('base64');
// An IPv6 address has many texts, of which a URL has one.
const plain = (name) => name.includes(':') ? new URL(`http://[${name}]/`).hostname : name.toLowerCase().replace(/\.$/, '');
// Node takes one list of a PEM text.
const blocks = (text, kind) => text.match(new RegExp(`-----BEGIN ${kind}-----[^-]*-----END ${kind}-----`, 'g')) ?? [];

function* applyingPinSets(attempt) {
  const host = plain(attempt.connect.host);
  for (const set of attempt.policy.pinSets) {
    const own = plain(set.host);
    const covers = host === own || (set.includeSubdomains && host.endsWith('.' + own));
    if (covers && !(set.expires && new Date() > new Date(set.expires))) yield set.any;
  }
}

// The certificate with its issuers, as the documentation walks through them.
function pathOf(certificate) {
  const chain = [];
  for (let one = certificate; one && !chain.some((known) => known.equals(one.raw)); one = one.issuerCertificate) {
    chain.push(one.raw);
  }
  return chain;
}

function matches(pin, chain) {
  const part = { leaf: chain.slice(0, 1), ca: chain.slice(1), chain }[pin.position];
  return part.some((raw) => {
    if (pin.kind === 'certificate') return sha256(raw) === pin.sha256;
    // Not `pubkey` of the certificate: for elliptic curves that is the point alone.
    return sha256(new crypto.X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })) === pin.sha256;
  });
}

function options(attempt) {
  const { policy, connect } = attempt;
  const read = (name) => fs.readFileSync(path.join(attempt.directory, name));
  const names = policy.anchors ? [policy.anchors] : [policy.systemAnchors, policy.userAnchors].filter(Boolean);
  const chosen = {
    host: connect.address, port: connect.port,
    // An empty list trusts nothing; without one Node trusts its own roots.
    ca: names.flatMap((name) => blocks(read(name).toString(), 'CERTIFICATE')),
    // Anchors may be intermediates and leaves.
    allowPartialTrustChain: true,
    rejectUnauthorized: true,
    minVersion: `TLSv${attempt.tls.minimum}`, maxVersion: `TLSv${attempt.tls.maximum}`,
    ALPNProtocols: attempt.tls.alpn.length ? attempt.tls.alpn : undefined,
    checkServerIdentity: (_, certificate) => {
      if (policy.hostname !== null) {
        const error = tls.checkServerIdentity(policy.hostname, certificate);
        if (error) return error;
      }
      const chain = pathOf(certificate);
      for (const pins of applyingPinSets(attempt)) {
        if (!pins.some((pin) => matches(pin, chain))) {
          return new Cancel('pin-mismatch', 'after-handshake', 'no pin matches the certificate and its issuers');
        }
      }
      return undefined;
    },
  };
  // An address has no server name.
  chosen.servername = net.isIP(connect.host) ? '' : connect.host.replace(/\.$/, '');
  const revocation = policy.revocation;
  if (revocation.mode !== 'off' && revocation.methods.includes('crl')) {
    const lists = revocation.allCRLs ? blocks(read(revocation.allCRLs).toString(), 'X509 CRL') : [];
    if (lists.length === 0) throw new Cancel('revocation-unknown', 'configuration', 'crl: takes at least one list');
    chosen.crl = lists;
  }
  if (policy.identity) {
    try {
      if (policy.identity.pkcs12) {
        Object.assign(chosen, { pfx: read(policy.identity.pkcs12), passphrase: policy.identity.password });
      } else {
        const rest = policy.identity.intermediates ? read(policy.identity.intermediates) : '';
        Object.assign(chosen, { cert: read(policy.identity.certificate) + rest, key: read(policy.identity.key) });
      }
      tls.createSecureContext(chosen);
    } catch (error) {
      throw new Cancel('client-identity', 'configuration', String(error));
    }
  }
  return chosen;
}

function request(attempt) {
  const { connect } = attempt;
  return new Promise((resolve, reject) => {
    const socket = tls.connect(options(attempt), () => {
      socket.write(`GET ${connect.path} HTTP/1.1\r\nHost: ${net.isIPv6(connect.host) ? `[${connect.host}]` : connect.host}:${connect.port}\r\n\r\n`);
    });
    let reply = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      if (reply.length < 65536) reply += text;
    });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    }, attempt.deadlineMilliseconds * 0.8);
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      const found = /^HTTP\/1\.[01] 200 [^]*?\r\n\r\n([0-9a-fA-F]{32})\r?\n?$/.exec(reply);
      if (found) resolve(found[1]);
      else reject(Object.assign(new Error('the reply holds no nonce'), { code: 'ECONNRESET' }));
    });
  });
}

function judged(error) {
  const detail = String(error.message).replace(/\s+/g, ' ').slice(0, 1000);
  const cancel = (reason, phase) => ({ type: 'statement', disposition: 'cancel', reason, phase, detail });
  const failed = (cause) => ({ type: 'failed', cause, detail });
  if (error instanceof Cancel) return cancel(error.reason, error.phase);
  const code = String(error.code ?? '');
  if (REASONS[code]) return cancel(REASONS[code], code.startsWith('ERR_TLS_CERT') ? 'after-handshake' : 'handshake');
  if (['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code)) return failed('network');
  if (code === 'ETIMEDOUT') return failed('timeout');
  if (code.startsWith('ERR_SSL_')) {
    if (code.includes('ALERT') && !code.includes('TOO_MANY')) return failed('server');
    if (code.includes('UNEXPECTED_EOF')) return failed('server');
    if (code.includes('BAD_SIGNATURE')) return cancel('proof-of-possession', 'handshake');
    if (/UNSUPPORTED_PROTOCOL|BAD_PROTOCOL_VERSION/.test(code)) return cancel('version', 'handshake');
    return cancel('protocol', 'handshake');
  }
  if (code.startsWith('ERR_OSSL_')) return cancel('other', 'handshake');
  const found = WORDS.find(([words]) => detail.includes(words) || code.includes(words));
  if (found) return cancel(found[1], 'handshake');
  // OpenSSL's errors of a path that have no name in Node.
  if (code === 'UNSPECIFIED' || /^[A-Z_0-9]+$/.test(code) && error.library === undefined && !error.syscall) {
    return cancel('other', 'handshake');
  }
  throw error;
}

async function answer(attempt) {
  const missing = attempt.needs.find((need) => !CAPABILITIES.includes(need));
  if (missing) return { type: 'unsupported', capability: missing };
  try {
    return { type: 'statement', disposition: 'accept', nonce: await request(attempt) };
  } catch (error) {
    return judged(error);
  }
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') {
    const library = { name: 'Node', version: process.versions.node };
    say({ type: 'ready', protocol: 1, adapter: 'node', library, capabilities: CAPABILITIES, maxInFlight: 4, declined: [] });
  } else if (message.type === 'attempt') {
    say({ id: message.id, ...(await answer(message)) });
  } else if (message.type === 'bye') {
    process.exit(0);
  }
}).on('close', () => process.exit(0));
