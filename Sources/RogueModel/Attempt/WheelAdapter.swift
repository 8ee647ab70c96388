/// An adapter that is written in Python, and drives a package of the Python Package Index.
public enum WheelAdapter {
  /// The script that finds the Python that has the package; its first two arguments are for itself.
  public static let starter = "../shared/wheel"

  /// Whether these programs run Python.
  public static func isOne(_ programs: [String]) -> Bool {
    programs.allSatisfy { $0 == starter || $0.split(separator: "/").last?.hasPrefix("python3") == true }
  }
}

extension AdapterManifest {
  /// The same adapter, run by another Python.
  ///
  /// - Parameter python: absolute path.
  public func run(by python: String, as name: String) -> AdapterManifest {
    var variant = self
    variant.name = name
    variant.programs = [python]
    guard programs == [WheelAdapter.starter] else { return variant }
    func own(_ arguments: [String]) -> [String] { ["-I", "-B"] + arguments.dropFirst(2) }
    variant.versionProbe.arguments = own(versionProbe.arguments)
    switch door {
    case .exec(let arguments): variant.door = .exec(arguments: own(arguments))
    case .session(let arguments): variant.door = .session(arguments: own(arguments))
    case .recipe: break
    }
    return variant
  }
}
