/// Names in subjectAltName and nameConstraints (RFC 5280, section 4.2.1.6).
enum GeneralNameForm {
  /// - Parameter addressOctets: how long an address may be: with its mask it is twice as long.
  static func check(_ name: DERValue, addressOctets: Set<Int>) throws(FormFault) {
    switch name.tag {
    case 0x81, 0x82, 0x86:
      guard name.content.allSatisfy({ $0 < 0x80 }) else { throw FormFault("a name is not ASCII") }
    case 0x87:
      guard addressOctets.contains(name.content.count) else {
        throw FormFault("an address has \(name.content.count) octets")
      }
    case 0xa4:
      var tagged = StrictDER(name.content)
      let inner = try tagged.next(DERValue.sequence, "a directory name")
      try tagged.end("a directory name")
      try CertificateForm.check(name: inner, "a directory name")
    case 0xa0, 0xa3, 0xa5, 0x88: return
    default: throw FormFault("a GeneralName is of an unknown type")
    }
  }
}

/// nameConstraints (RFC 5280, section 4.2.1.10).
enum NameConstraintsForm {
  static func check(_ value: inout StrictDER) throws(FormFault) {
    var fields = try value.enter(DERValue.sequence, "nameConstraints")
    guard !fields.isAtEnd else { throw FormFault("nameConstraints permits and excludes nothing") }
    for tag: UInt8 in [0xa0, 0xa1] where fields.nextTag == tag {
      var subtrees = try fields.enter(tag, "a list of subtrees")
      guard !subtrees.isAtEnd else { throw FormFault("a list of subtrees is empty") }
      while !subtrees.isAtEnd {
        var subtree = try subtrees.enter(DERValue.sequence, "a subtree")
        let base = try subtree.next("a subtree's base")
        try GeneralNameForm.check(base, addressOctets: [8, 32])
        // registeredID and other kinds that cannot be compared: their subtrees are unknown.
        guard [0x81, 0x82, 0x86, 0x87, 0xa4].contains(base.tag) else {
          throw FormFault("a subtree is of a kind that is not compared")
        }
        if base.tag == 0x87 { try check(mask: base.content.suffix(base.content.count / 2)) }
        try subtree.end("a subtree's base")
      }
    }
    try fields.end("nameConstraints")
  }

  /// Ones, and then zeros.
  private static func check(mask: ArraySlice<UInt8>) throws(FormFault) {
    let bits = mask.flatMap { octet in (0..<8).map { octet >> (7 - $0) & 1 } }
    guard zip(bits, bits.dropFirst()).allSatisfy({ $0 >= $1 }) else { throw FormFault("a network's mask has holes") }
  }
}
