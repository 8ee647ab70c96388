internal import RogueModel

extension PathCheck {
  /// Certificates are written as the profile wants them (`CertificateForm`). An anchor is a name and a key (section 6.1.1 (d)), so
  /// that of its certificate only what limits those below has to be readable; many roots are older than the profile.
  static var form: PathCheck {
    PathCheck("path/form", "RFC 5280, section 4; X.690") { path in
      path.each { index, certificate in
        let fault = path.isAnchor(index) ? certificate.faultOfLimits : certificate.fault
        return fault.map { TrustProblem(.malformed, $0, index: index) }
      }
    }
  }
}
