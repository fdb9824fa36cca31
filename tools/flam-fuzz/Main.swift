// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Tries inputs on a parser: those of some files, or, if it was built by `tools/fuzz`, all that
/// libFuzzer makes up.
@main enum FlamFuzz {
  /// The fuzzed parser: libFuzzer calls a function of C, which captures nothing.
  nonisolated(unsafe) private static var harness = Harness.sfz
  private static let sandbox = Sandbox(holdsCaches: true)
  /// One of so many inputs is used as well as read.
  nonisolated(unsafe) private static var usedOneIn: UInt64 = 1

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 2, arguments[1] == "list" {
      for harness in Harness.all { print(harness.name, harness.reads, separator: "\t") }
      return
    }
    guard arguments.count > 2, let named = Harness.all.first(where: { $0.name == arguments[1] })
    else {
      print(
        "flam-fuzz list | NAME --seeds FOLDER | NAME [--used-one-in N] FILE... [OPTIONS OF LIBFUZZER]"
      )
      exit(64)
    }
    harness = named
    if arguments[2] == "--seeds", arguments.count == 4 { return try writeSeeds(arguments[3]) }
    var rest = arguments[2...]
    if arguments[2] == "--used-one-in", arguments.count > 4, let count = UInt64(arguments[3]),
      count > 0
    {
      usedOneIn = count
      rest = arguments[4...]
    }
    run([arguments[0]] + rest)
  }

  /// Writes the start of fuzzing into a folder: seeds, and the words next to it.
  private static func writeSeeds(_ folder: String) throws {
    for (number, seed) in try harness.seeds().enumerated() {
      try WholeFile.write(seed, to: "\(folder)/seed-\(number)", makingFolder: true)
    }
    let words = harness.words.map { word in
      "\""
        + word.utf8.map { byte in
          let hex = String(byte, radix: 16)
          return "\\x" + (hex.count < 2 ? "0" : "") + hex
        }.joined() + "\"\n"
    }
    try WholeFile.write(words.joined().utf8, to: "\(folder).words")
  }

  #if FUZZ
    private static func run(_ arguments: [String]) {
      var count = CInt(arguments.count)
      let copies = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
        .allocate(capacity: arguments.count + 1)
      copies.initialize(repeating: nil)
      for (index, argument) in arguments.enumerated() { copies[index] = strdup(argument) }
      var start = copies.baseAddress
      let code = runFuzzer(&count, &start) { bytes, count in
        let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
        _ = FlamFuzz.harness.run(
          FuzzInput(bytes, usedOneIn: FlamFuzz.usedOneIn), in: FlamFuzz.sandbox)
        return 0
      }
      exit(code)
    }
  #else
    private static func run(_ arguments: [String]) {
      for path in arguments.dropFirst() where !path.hasPrefix("-") {
        guard let input = try? RegularFile.bytes(path) else {
          print("flam-fuzz: cannot read '\(path)'")
          exit(66)
        }
        print(path, harness.run(FuzzInput(input), in: sandbox) ? "accepted" : "refused")
      }
    }
  #endif
}

#if FUZZ
  /// libFuzzer's own loop.
  @_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ try: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#endif
