// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Sample memory under load: kits that take turns, and a kit larger than its memory over a slow disk.
struct MemoryBenchmark {
  let isQuick: Bool

  /// Prints its figures; true if they meet the targets.
  func run() throws -> Bool {
    var template = Array("/tmp/flam-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return false }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { system("rm -rf '\(folder)'") }
    setenv("XDG_CACHE_HOME", "\(folder)/cache", 1)
    print("memory: kits of this machine, loaded while playing")
    let loading = try KitArrivals.run()
    print("memory: kits that take turns")
    let swapping = SwappingRun(swapCount: isQuick ? 100 : 1000, hitsPerKit: 1000).run()
    print("memory: a kit larger than its memory")
    let streaming = try StreamingRun(
      kitMegabytes: isQuick ? 256 : 1024, memoryMegabytes: isQuick ? 64 : 256,
      seconds: isQuick ? 10 : 120
    ).run(in: folder)
    return loading && swapping && streaming
  }
}

/// The memory of the machine that the process holds.
enum ResidentMemory {
  static var kibibytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, CInt(line.count), file) != nil else { return 0 }
    let fields = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(CInt(_SC_PAGESIZE))) / 1024 : 0
  }

  /// Waits, for ten seconds at most, until it stays the same: kits are kept in the background after they were loaded.
  static func settle() {
    for _ in 0..<20 {
      let before = kibibytes
      usleep(500_000)
      if abs(drift(from: before)) < 0.001 { return }
    }
  }

  /// By how much there is more than before, as a share.
  static func drift(from before: Int) -> Double { Double(kibibytes) / Double(max(1, before)) - 1 }

  /// "+0.12 %".
  static func text(_ drift: Double) -> String {
    let hundredths = Int((drift * 10_000).rounded())
    let sign = hundredths < 0 ? "-" : "+"
    return "\(sign)\(abs(hundredths) / 100).\(abs(hundredths) / 10 % 10)\(abs(hundredths) % 10) %"
  }
}
