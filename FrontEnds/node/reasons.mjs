// What an error of a client means: a refusal and its reason, no decision, or a mistake of the test's own. What none of
// this knows is no refusal: it fails the test.

// Errors of a path, by OpenSSL's names as Node has them.
const REASONS = {
  CERT_HAS_EXPIRED: 'expired', CERT_NOT_YET_VALID: 'not-yet-valid', CERT_REVOKED: 'revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted', SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted', UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted', CERT_UNTRUSTED: 'untrusted', CERT_REJECTED: 'other', CERT_CHAIN_TOO_LONG: 'other',
  CERT_SIGNATURE_FAILURE: 'bad-signature', UNABLE_TO_DECRYPT_CERT_SIGNATURE: 'bad-signature',
  UNABLE_TO_GET_CRL: 'revocation-unknown', CRL_HAS_EXPIRED: 'revocation-unknown', CRL_NOT_YET_VALID: 'revocation-unknown',
  CRL_SIGNATURE_FAILURE: 'revocation-unknown', UNABLE_TO_DECRYPT_CRL_SIGNATURE: 'revocation-unknown',
  ERROR_IN_CRL_LAST_UPDATE_FIELD: 'revocation-unknown', ERROR_IN_CRL_NEXT_UPDATE_FIELD: 'revocation-unknown',
  PATH_LENGTH_EXCEEDED: 'path-length', INVALID_PURPOSE: 'key-usage', INVALID_CA: 'not-a-ca', HOSTNAME_MISMATCH: 'name-mismatch',
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
// The closed list of docs/reference/adapters.md, "Reasons".
const KNOWN = new Set([
  ...Object.values(REASONS), ...WORDS.map(([, reason]) => reason), 'proof-of-possession', 'pin-mismatch', 'transparency',
  'client-identity', 'version', 'protocol', 'configuration',
]);
const TIMEOUTS = ['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'];

/** The client refuses the server, for one of the reasons of docs/reference/adapters.md; null: it does not say why. */
export class Refusal extends Error {
  constructor(reason = null, detail = '', phase = 'handshake') {
    if (reason !== null && !KNOWN.has(reason)) {
      throw new RangeError(`'${reason}' is no reason to refuse; they are ${[...KNOWN].sort().join(', ')}`);
    }
    super(detail);
    Object.assign(this, { name: 'Refusal', reason, phase });
  }
}

/** The client reached no decision; the cause is network, server or timeout. */
export class Failure extends Error {
  constructor(cause, detail = '') {
    if (!['network', 'server', 'timeout'].includes(cause)) {
      throw new RangeError(`'${cause}' is no cause of a failure; they are network, server and timeout`);
    }
    super(detail);
    Object.assign(this, { name: 'Failure', failure: cause });
  }
}

/** The client cannot be told what the attempt asks for. */
export class Unsupported extends Error {
  constructor(capability) {
    super(`the client lacks ${capability}`);
    Object.assign(this, { name: 'Unsupported', capability });
  }
}

/** What to answer for an error of the client; undefined if nothing is known about it. */
export function statement(error, own) {
  // fetch and others wrap the error of the handshake.
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    const said = meaning(one, own);
    if (said) return said;
  }
  return undefined;
}

function meaning(error, own) {
  const detail = String(error.message).replace(/\s+/g, ' ').slice(0, 1000);
  const cancel = (reason, phase) => ({ type: 'statement', disposition: 'cancel', reason, detail, ...(phase ? { phase } : {}) });
  const failed = (cause) => ({ type: 'failed', cause, detail });
  if (error instanceof Unsupported) return { type: 'unsupported', capability: error.capability };
  if (error instanceof Refusal) return cancel(error.reason, error.phase);
  if (error instanceof Failure) return failed(error.failure);
  const reason = own?.(error);
  if (reason) return cancel(new Refusal(reason).reason);
  const code = String(error.code ?? '');
  if (Object.hasOwn(REASONS, code)) return cancel(REASONS[code], code.startsWith('ERR_TLS_CERT') ? 'after-handshake' : 'handshake');
  if (['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) return failed('network');
  if (TIMEOUTS.includes(code) || ['AbortError', 'TimeoutError'].includes(error.name)) return failed('timeout');
  if (code.startsWith('HPE_')) return failed('server');
  if (code.startsWith('ERR_SSL_')) return ofHandshake(code, cancel, failed);
  if (code.startsWith('ERR_OSSL_')) return cancel('other', 'handshake');
  // OpenSSL's errors of a path that have no name in Node.
  if (code === 'UNSPECIFIED') return cancel(WORDS.find(([words]) => detail.includes(words))?.[1] ?? 'other', 'handshake');
  return undefined;
}

/** An error of the handshake that is not about a certificate: which end ended it. */
function ofHandshake(code, cancel, failed) {
  if ((code.includes('ALERT') && !code.includes('TOO_MANY')) || code.includes('UNEXPECTED_EOF')) return failed('server');
  if (code.includes('BAD_SIGNATURE')) return cancel('proof-of-possession', 'handshake');
  if (/UNSUPPORTED_PROTOCOL|BAD_PROTOCOL_VERSION/.test(code)) return cancel('version', 'handshake');
  return cancel('protocol', 'handshake');
}
