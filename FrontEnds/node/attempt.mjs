import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { Refusal } from './reasons.mjs';

const plain = (name) => name.toLowerCase().replace(/\.$/, '');
// Node takes one list of a PEM text, and one certificate.
const blocks = (text, kind) => text.match(new RegExp(`-----BEGIN ${kind}-----[^-]*-----END ${kind}-----`, 'g')) ?? [];

/** One request that the client is to make. `message` has everything (docs/reference/adapters.md, "The attempt"). */
export class Attempt {
  constructor(message) {
    const { host, address, port, path: asked } = message.connect;
    Object.assign(this, { message, host, address, port, path: asked, hasMadeOptions: false });
    // The answer takes a part of the deadline, too.
    this.end = Date.now() + message.deadlineMilliseconds * 0.8;
    this.lookup = this.lookup.bind(this);
  }

  /** Host and port, as in the URL and in the header Host. */
  get authority() {
    return `${net.isIPv6(this.host) ? `[${this.host}]` : this.host}:${this.port}`;
  }

  get url() {
    return `https://${this.authority}${this.path}`;
  }

  /** The milliseconds that are left. */
  get remaining() {
    return Math.max(this.end - Date.now(), 1);
  }

  /** For the option `lookup`: every name leads to the attempt's server, because the names of scenarios are in no DNS. */
  lookup(_name, options, callback) {
    const family = net.isIP(this.address);
    if (options.all) callback(null, [{ address: this.address, family }]);
    else callback(null, this.address, family);
  }

  /** The content of one of the attempt's files. */
  read(name) {
    return fs.readFileSync(path.join(this.message.directory, name));
  }

  /** The CAs to trust, and no others, as a list of PEM; empty if nothing is trusted. */
  get ca() {
    const { anchors, systemAnchors, userAnchors } = this.message.policy;
    const names = anchors ? [anchors] : [systemAnchors, userAnchors].filter(Boolean);
    return names.flatMap((name) => blocks(this.read(name).toString(), 'CERTIFICATE'));
  }

  /** The options of tls.connect and https.request that can be told; pins are the client's own. */
  tlsOptions() {
    this.hasMadeOptions = true;
    const { policy, tls: versions } = this.message;
    const options = {
      ca: this.ca, lookup: this.lookup,
      // Anchors may be intermediates and leaves.
      allowPartialTrustChain: true,
      minVersion: `TLSv${versions.minimum}`, maxVersion: `TLSv${versions.maximum}`,
      // An address has no server name.
      servername: net.isIP(this.host) ? '' : this.host.replace(/\.$/, ''),
    };
    if (versions.alpn.length) options.ALPNProtocols = versions.alpn;
    const { mode, methods, allCRLs } = policy.revocation;
    if (mode !== 'off' && methods.includes('crl')) {
      options.crl = allCRLs ? blocks(this.read(allCRLs).toString(), 'X509 CRL') : [];
      if (options.crl.length === 0) throw new Refusal('revocation-unknown', 'there is no CRL', 'configuration');
    }
    if (policy.identity) Object.assign(options, this.identity(policy.identity));
    return options;
  }

  identity(own) {
    try {
      const options = own.pkcs12
        ? { pfx: this.read(own.pkcs12), passphrase: own.password }
        : { cert: this.read(own.certificate) + (own.intermediates ? this.read(own.intermediates) : ''), key: this.read(own.key) };
      tls.createSecureContext(options);
      return options;
    } catch (error) {
      throw new Refusal('client-identity', String(error), 'configuration');
    }
  }

  /** The sets of pins that hold for the host: of each, one pin has to match. Without any, the host has no pins. */
  get pinSets() {
    const host = plain(this.host);
    return this.message.policy.pinSets.filter((set) => {
      const covers = host === plain(set.host) || (set.includeSubdomains && host.endsWith('.' + plain(set.host)));
      return covers && !(set.expires && new Date() > new Date(set.expires));
    }).map((set) => set.any.map(({ kind, position, sha256, sha256Hex }) => ({ kind, position, base64: sha256, hex: sha256Hex })));
  }
}
