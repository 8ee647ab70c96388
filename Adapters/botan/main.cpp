/* An adapter for Botan's TLS client (docs/reference/adapters.md, and ../shared/native.py). */
#include <botan/auto_rng.h>
#include <botan/certstor.h>
#include <botan/data_src.h>
#include <botan/ocsp.h>
#include <botan/pk_keys.h>
#include <botan/pkcs8.h>
#include <botan/tls_callbacks.h>
#include <botan/tls_client.h>
#include <botan/tls_exceptn.h>
#include <botan/tls_policy.h>
#include <botan/tls_session_manager.h>
#include <botan/version.h>
#include <botan/x509path.h>

#include <map>
#include <memory>
#include <vector>

#include "client.h"

using namespace Botan;

namespace {

const char *reason(Certificate_Status_Code code) {
  switch (code) {
    case Certificate_Status_Code::CERT_HAS_EXPIRED: return "expired";
    case Certificate_Status_Code::CERT_NOT_YET_VALID: return "not-yet-valid";
    case Certificate_Status_Code::CERT_NAME_NOMATCH: return "name-mismatch";
    case Certificate_Status_Code::CERT_IS_REVOKED: return "revoked";
    case Certificate_Status_Code::CERT_ISSUER_NOT_FOUND:
    case Certificate_Status_Code::CANNOT_ESTABLISH_TRUST:
    case Certificate_Status_Code::CERT_CHAIN_LOOP:
    case Certificate_Status_Code::CHAIN_LACKS_TRUST_ROOT:
    case Certificate_Status_Code::CHAIN_NAME_MISMATCH: return "untrusted";
    case Certificate_Status_Code::SIGNATURE_ERROR: return "bad-signature";
    case Certificate_Status_Code::CA_CERT_NOT_FOR_CERT_ISSUER: return "not-a-ca";
    case Certificate_Status_Code::CERT_CHAIN_TOO_LONG: return "path-length";
    case Certificate_Status_Code::NAME_CONSTRAINT_ERROR: return "name-constraint";
    case Certificate_Status_Code::INVALID_USAGE: return "key-usage";
    case Certificate_Status_Code::UNKNOWN_CRITICAL_EXTENSION:
    case Certificate_Status_Code::DUPLICATE_CERT_EXTENSION: return "extension";
    case Certificate_Status_Code::UNTRUSTED_HASH:
    case Certificate_Status_Code::SIGNATURE_METHOD_TOO_WEAK: return "weak-crypto";
    case Certificate_Status_Code::CRL_NOT_YET_VALID:
    case Certificate_Status_Code::CRL_HAS_EXPIRED:
    case Certificate_Status_Code::CRL_BAD_SIGNATURE:
    case Certificate_Status_Code::NO_REVOCATION_DATA:
    case Certificate_Status_Code::NO_MATCHING_CRLDP:
    case Certificate_Status_Code::CA_CERT_NOT_FOR_CRL_ISSUER: return "revocation-unknown";
    default: return "other";
  }
}

class Credentials final : public Credentials_Manager {
public:
  Credentials() {
    // A custom store replaces the system's.
    auto store = std::make_unique<Certificate_Store_In_Memory>();
    if (attempt.roots) {
      DataSource_Stream source(attempt.roots);
      while (!source.end_of_data()) {
        try {
          store->add_certificate(X509_Certificate(source));
        } catch (const std::exception &error) {
          if (source.end_of_data()) break;
          cancel("configuration", "configuration", "%s", error.what());
        }
      }
    }
    if (does("crl") && attempt.crls) {
      DataSource_Stream source(attempt.crls);
      while (!source.end_of_data()) {
        try {
          store->add_crl(X509_CRL(source));
        } catch (const std::exception &error) {
          if (source.end_of_data()) break;
          cancel("configuration", "configuration", "%s", error.what());
        }
      }
    }
    store_ = std::move(store);
  }

  std::vector<Certificate_Store *> trusted_certificate_authorities(const std::string &, const std::string &) override {
    return {store_.get()};
  }

private:
  std::unique_ptr<Certificate_Store_In_Memory> store_;
};

struct Verdict {
  Certificate_Status_Code code;
};

class Callbacks final : public TLS::Callbacks {
public:
  Callbacks(int net, std::string name) : net_(net), name_(std::move(name)) {}

  void tls_emit_data(const uint8_t bytes[], size_t length) override {
    while (length) {
      ssize_t sent = send(net_, bytes, length, 0);
      if (sent <= 0) failed("network", "send: %s", strerror(errno));
      bytes += sent;
      length -= static_cast<size_t>(sent);
    }
  }
  void tls_record_received(uint64_t, const uint8_t bytes[], size_t length) override {
    for (; length && replied < sizeof reply - 1; length--) reply[replied++] = static_cast<char>(*bytes++);
  }
  void tls_alert(TLS::Alert alert) override {
    if (alert.type() == TLS::Alert::CLOSE_NOTIFY) {
      is_over = true;
    } else if (alert.is_fatal()) {
      failed("server", "alert %s", alert.type_string().c_str());
    }
  }
  bool tls_session_established(const TLS::Session &) override { return false; }

  // As the library does by default, with its results.
  void tls_verify_cert_chain(
      const std::vector<X509_Certificate> &chain, const std::vector<std::shared_ptr<const OCSP::Response>> &staples,
      const std::vector<Certificate_Store *> &stores, Usage_Type usage, const std::string &,
      const TLS::Policy &policy) override {
    Path_Validation_Restrictions rules(does("crl"), policy.minimum_signature_strength());
    Path_Validation_Result result =
        x509_path_validate(chain, rules, stores, name_, usage, std::chrono::system_clock::now(), std::chrono::milliseconds(0), staples);
    if (!result.successful_validation()) {
      verdict = std::make_unique<Verdict>(Verdict{result.result()});
      throw TLS::TLS_Exception(TLS::Alert::BAD_CERTIFICATE, "Certificate validation failure: " + result.result_string());
    }
    const std::vector<uint8_t> der = chain.at(0).BER_encode();
    check_leaf(der.data(), der.size());
  }

  bool is_over = false;
  std::unique_ptr<Verdict> verdict;

private:
  int net_;
  std::string name_;
};

// The lowest version is the attempt's.
class Policy final : public TLS::Policy {
public:
  bool allow_tls10() const override { return false; }
  bool allow_tls11() const override { return false; }
  bool require_cert_revocation_info() const override { return false; }
};

}  // namespace

int main(int count, char **values) {
  std::string version = std::to_string(version_major()) + "." + std::to_string(version_minor()) + "." + std::to_string(version_patch());
  begin(count, values, "Botan", version.c_str(),
        "anchors pin.spki.leaf pin.certificate.leaf revocation.crl revocation.require tls1.2 reason");
  AutoSeeded_RNG random;
  TLS::Session_Manager_Noop sessions;
  Policy policy;
  Credentials credentials;
  int net = connected();
  std::string host = attempt.hostname ? attempt.hostname : "";
  if (!host.empty() && host.back() == '.') host.pop_back();
  Callbacks callbacks(net, host);
  // SNI is a DNS name; an address is compared all the same.
  struct in6_addr binary;
  const bool is_address =
      inet_pton(AF_INET, host.c_str(), &binary) == 1 || inet_pton(AF_INET6, host.c_str(), &binary) == 1;
  std::vector<std::string> protocols;
  if (attempt.alpn && *attempt.alpn) protocols.emplace_back("http/1.1");
  try {
    TLS::Client client(callbacks, sessions, credentials, policy, random,
                       TLS::Server_Information(is_address ? "" : host, static_cast<uint16_t>(atoi(attempt.port))),
                       TLS::Protocol_Version::TLS_V12, protocols);
    bool has_asked = false;
    uint8_t buffer[8192];
    while (!client.is_closed() && !callbacks.is_over) {
      if (client.is_active() && !has_asked) {
        has_asked = true;
        client.send(request_text());
      }
      ssize_t got = recv(net, buffer, sizeof buffer, 0);
      if (got < 0) failed(errno == EAGAIN ? "timeout" : "network", "recv: %s", strerror(errno));
      if (got == 0) break;
      client.received_data(buffer, static_cast<size_t>(got));
    }
    if (!has_asked) failed("server", "the connection ended");
    answered();
  } catch (const TLS::TLS_Exception &error) {
    if (callbacks.verdict) cancel(reason(callbacks.verdict->code), "handshake", "%s", error.what());
    std::string text = error.what();
    if (text.find("ertificate") != std::string::npos) cancel("other", "handshake", "%s", error.what());
    const bool is_record = text.find("record version") != std::string::npos;
    if (error.type() == TLS::Alert::PROTOCOL_VERSION && !is_record) cancel("version", "handshake", "%s", error.what());
    const bool is_finished = text.find("Finished") != std::string::npos;
    if (error.type() == TLS::Alert::DECRYPT_ERROR && !is_finished)
      cancel("proof-of-possession", "handshake", "%s", error.what());
    cancel("protocol", "handshake", "%s", error.what());
  } catch (const Decoding_Error &error) {
    cancel("malformed", "handshake", "%s", error.what());
  } catch (const std::exception &error) {
    // The library throws on unreadable input, and sends nothing more.
    cancel("", "handshake", "%s", error.what());
  }
}
