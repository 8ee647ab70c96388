// Built by `make fuzz` only. libFuzzer has a C interface and its own command line, so the target's name comes in the
// environment.
import RoguePlatform

private let target = ProcessEnvironment.value(of: "ROGUES_FUZZ_TARGET").flatMap(FuzzTarget.init(rawValue:))

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target else { fatalError("ROGUES_FUZZ_TARGET names no target") }
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
struct LibFuzzer {
  static func main() {
    if ProcessEnvironment.value(of: "ROGUES_RECORD") == "1" { record() }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    Signals.exitNow(runDriver(&count, &arguments) { fuzzOneInput($0, $1) })
  }

  /// Writes the seeds that are scripts into the working folder's corpus.
  private static func record() -> Never {
    do {
      for seed in Seed.scripts() {
        try Files.write(seed.bytes, to: "Tests/FuzzTests/corpus/\(seed.target.rawValue)/\(seed.name)")
      }
    } catch {
      fatalError("\(error)")
    }
    Signals.exitNow(0)
  }
}
