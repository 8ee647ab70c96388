# An adapter for Ruby's net/http over its OpenSSL, through the session door (docs/reference/adapters.md).
#
# Pins are compared in verify_callback, as is usual: at the leaf, once OpenSSL has found nothing wrong with it. Whatever is
# raised and not understood ends the process: an adapter error, never a refusal.
require "base64"
require "digest"
require "ipaddr"
require "json"
require "net/http"
require "openssl"

# The same words are in adapter.yaml.
CAPABILITIES = %w[
  anchors host.ipv6 pin.spki.leaf pin.certificate.leaf pin.expiry pin.subdomains pin.none pin.digest revocation.crl revocation.require
  revocation.no-network client-identity.pem client-identity.pkcs12 tls1.2 tls1.3 reason
].freeze

# OpenSSL's X509_V_ERR_... numbers.
REASONS = {
  2 => "untrusted", 3 => "revocation-unknown", 7 => "bad-signature", 8 => "revocation-unknown", 9 => "not-yet-valid",
  10 => "expired", 11 => "revocation-unknown", 12 => "revocation-unknown", 13 => "malformed", 14 => "malformed",
  18 => "untrusted", 19 => "untrusted", 20 => "untrusted", 21 => "untrusted", 23 => "revoked", 25 => "path-length",
  26 => "key-usage", 32 => "key-usage", 33 => "revocation-unknown", 34 => "extension", 35 => "revocation-unknown",
  36 => "revocation-unknown", 41 => "extension", 42 => "extension", 43 => "extension", 44 => "revocation-unknown",
  47 => "name-constraint", 48 => "name-constraint", 49 => "name-constraint", 51 => "name-constraint",
  52 => "name-constraint", 53 => "name-constraint", 62 => "name-mismatch", 64 => "name-mismatch", 66 => "weak-crypto",
  67 => "weak-crypto", 68 => "weak-crypto", 79 => "not-a-ca", 94 => "weak-crypto"
}.freeze

class Cancel < StandardError
  attr_reader :reason, :phase

  def initialize(reason, phase, detail)
    super(detail)
    @reason, @phase = reason, phase
  end
end

class Failed < StandardError
  attr_reader :cause_of_it

  def initialize(cause, detail)
    super(detail)
    @cause_of_it = cause
  end
end

class Attempt
  def initialize(message)
    @message, @policy, @to = message, message["policy"], message["connect"]
  end

  def answer
    missing = @message["needs"].find { |need| !CAPABILITIES.include?(need) }
    return {type: "unsupported", capability: missing} if missing
    {type: "statement", disposition: "accept", nonce: request}
  rescue Cancel => refusal
    {type: "statement", disposition: "cancel", reason: refusal.reason, phase: refusal.phase, detail: refusal.message}
  rescue Failed => failure
    {type: "failed", cause: failure.cause_of_it, detail: failure.message}
  end

  private

  def read(name) = File.binread(File.join(@message["directory"], name))

  def certificates(text)
    text.scan(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/m).map { |block| OpenSSL::X509::Certificate.new(block) }
  end

  def store
    made = OpenSSL::X509::Store.new
    # Anchors may be intermediates and leaves.
    flags = OpenSSL::X509::V_FLAG_PARTIAL_CHAIN
    names = @policy["anchors"] ? [@policy["anchors"]] : [@policy["systemAnchors"], @policy["userAnchors"]].compact
    names.flat_map { |name| certificates(read(name)) }.uniq(&:to_der).each { |one| made.add_cert(one) }
    revocation = @policy["revocation"]
    if revocation["mode"] != "off" && revocation["methods"].include?("crl")
      flags |= OpenSSL::X509::V_FLAG_CRL_CHECK | OpenSSL::X509::V_FLAG_CRL_CHECK_ALL
      text = revocation["allCRLs"] ? read(revocation["allCRLs"]) : ""
      text.scan(/-----BEGIN X509 CRL-----.*?-----END X509 CRL-----/m).each { |one| made.add_crl(OpenSSL::X509::CRL.new(one)) }
    end
    made.flags = flags
    made
  end

  # The sets for this host that have not run out; every one of them has to match.
  def pin_sets
    host = plain(@to["host"])
    @policy["pinSets"].select do |set|
      own = plain(set["host"])
      covers = host == own || set["includeSubdomains"] && host.end_with?(".#{own}")
      covers && !(set["expires"] && Time.now > Time.parse_moment(set["expires"]))
    end
  end

  # A host as it is compared: an IPv6 address has many texts.
  def plain(name) = name.include?(":") ? IPAddr.new(name).to_s : name.downcase.delete_suffix(".")

  def pinned?(leaf)
    pin_sets.all? do |set|
      set["any"].any? do |pin|
        der = pin["kind"] == "certificate" ? leaf.to_der : leaf.public_key.public_to_der
        Digest::SHA256.digest(der) == Base64.decode64(pin["sha256"])
      end
    end
  end

  def client
    http = Net::HTTP.new(@to["host"].delete_suffix("."), @to["port"], nil)
    http.ipaddr = @to["address"]
    http.use_ssl = true
    http.verify_mode = OpenSSL::SSL::VERIFY_PEER
    http.verify_hostname = !@policy["hostname"].nil?
    http.cert_store = store
    http.min_version = versions.fetch(@message["tls"]["minimum"])
    http.max_version = versions.fetch(@message["tls"]["maximum"])
    http.max_retries = 0
    seconds = @message["deadlineMilliseconds"] / 1000.0 * 0.8
    http.open_timeout = http.ssl_timeout = http.read_timeout = seconds
    http.verify_callback = method(:verified).to_proc
    identify(http) if @policy["identity"]
    http
  end

  def versions = {"1.2" => OpenSSL::SSL::TLS1_2_VERSION, "1.3" => OpenSSL::SSL::TLS1_3_VERSION}

  def verified(is_fine, context)
    @error ||= [context.error, context.error_string] unless is_fine
    return false unless is_fine
    return true unless context.error_depth.zero?
    return true if pinned?(context.current_cert)
    @is_unpinned = true
    false
  end

  def identify(http)
    identity = @policy["identity"]
    if identity["pkcs12"]
      bundle = OpenSSL::PKCS12.new(read(identity["pkcs12"]), identity["password"])
      http.cert, http.key, http.extra_chain_cert = bundle.certificate, bundle.key, bundle.ca_certs
    else
      http.cert = OpenSSL::X509::Certificate.new(read(identity["certificate"]))
      http.key = OpenSSL::PKey.read(read(identity["key"]))
      http.extra_chain_cert = certificates(read(identity["intermediates"])) if identity["intermediates"]
    end
    raise Cancel.new("client-identity", "configuration", "the key is another's") unless http.cert.check_private_key(http.key)
  rescue OpenSSL::OpenSSLError, ArgumentError => error
    raise Cancel.new("client-identity", "configuration", error.message)
  end

  def request
    made = client
    host = @to["host"].include?(":") ? "[#{@to["host"]}]" : @to["host"] # RFC 3986, section 3.2.2
    reply = made.start { |http| http.get(@to["path"], "Host" => "#{host}:#{@to["port"]}", "Connection" => "close") }
    found = /\A([0-9a-fA-F]{32})\r?\n?\z/.match(reply.body.to_s)
    return found[1] if reply.code == "200" && found
    raise Failed.new("server", "the reply holds no nonce")
  rescue OpenSSL::SSL::SSLError => error
    raise judged(error)
  rescue ArgumentError, NoMethodError, TypeError, OpenSSL::ASN1::ASN1Error => error
    raise unless error.backtrace.any? { |line| line.include?("verify_certificate_identity") }
    # The names that it cannot read are refused by this, and nothing was sent.
    raise Cancel.new(nil, "after-handshake", "#{error.class}: #{error.message}")
  rescue Net::OpenTimeout, Net::ReadTimeout, Net::WriteTimeout, Errno::ETIMEDOUT => error
    raise Failed.new("timeout", error.message)
  rescue EOFError, SystemCallError, IOError, Net::HTTPBadResponse => error
    raise Failed.new("network", error.message)
  end

  def judged(error)
    text = error.message.gsub(/\s+/, " ")
    return Cancel.new("pin-mismatch", "handshake", "no pin matches the leaf; #{text}") if @is_unpinned
    return Cancel.new(REASONS.fetch(@error[0], "other"), "handshake", "#{@error[1]}; #{text}") if @error
    return Cancel.new("name-mismatch", "after-handshake", text) if text.include?("does not match the server certificate")
    return Cancel.new("name-mismatch", "handshake", text) if text.include?("hostname mismatch")
    return Failed.new("server", text) if text.include?(" alert ") && !text.include?("too many") || text.include?("unexpected eof")
    return Failed.new("network", text) if text.include?("SYSCALL") || text.include?("reset by peer")
    return Cancel.new("proof-of-possession", "handshake", text) if text.match?(/: bad signature|\(bad signature\)/)
    return Cancel.new("version", "handshake", text) if text.match?(/unsupported protocol|bad protocol version/)
    Cancel.new("protocol", "handshake", text)
  end
end

class Time
  def self.parse_moment(text) = utc(*text.match(/\A(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)/).captures.map(&:to_i))
end

$stdout.sync = true
while (line = $stdin.gets)
  message = JSON.parse(line)
  case message["type"]
  when "hello"
    library = {name: "Ruby net/http", version: RUBY_VERSION}
    ready = {type: "ready", protocol: 1, adapter: "ruby", library: library, capabilities: CAPABILITIES}
    puts JSON.generate(ready.merge(maxInFlight: 1, declined: []))
  when "attempt"
    puts JSON.generate({id: message["id"], **Attempt.new(message).answer})
  when "bye"
    break
  end
end
