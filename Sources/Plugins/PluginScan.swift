// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import Storage

/// The plug-ins of this machine, each tried in another process.
package struct PluginScan {
  /// A plug-in, or a folder of some, that was left out.
  package struct LeftOut: Equatable {
    /// Its address, or the folder.
    package let name: String
    /// What happened to it.
    package let reason: String
  }

  /// Where lilv looks where `LV2_PATH` says nothing.
  private static let usualPath =
    "~/.lv2:/usr/lib/x86_64-linux-gnu/lv2:/usr/lib/lv2:/usr/local/lib/lv2"

  /// Those that could be tried, in the order of their addresses.
  package private(set) var plugins: [Plugin] = []
  /// Those that could not.
  package private(set) var leftOut: [LeftOut] = []
  private let program: String
  private let patienceSeconds: Double

  /// Tries all. A plug-in that crashes, or gives no answer in the time, is left out.
  package init(
    program: String = PluginStart.ownProgram, patienceSeconds: Double = PluginStart.patienceSeconds
  ) throws(SystemError) {
    (self.program, self.patienceSeconds) = (program, patienceSeconds)
    if let reason = try tryAll(bundle: nil) {
      // Already a description ends the process: each folder gets one of its own, from the first.
      (plugins, leftOut) = ([], [])
      for bundle in Self.bundles() {
        if try tryAll(bundle: bundle) != nil {
          leftOut.append(LeftOut(name: bundle, reason: reason))
        }
      }
    }
    plugins.sort { $0.uri < $1.uri }
  }

  /// Tries the plug-ins of all folders, or of one. Returns why, if not even their list could be
  /// read.
  private mutating func tryAll(bundle: String?) throws(SystemError) -> String? {
    var next = 0
    while true {
      let process = try HostProcess(
        program, ["scan", "\(next)"] + (bundle.map { [$0] } ?? []))
      guard let (uri, reason) = tryOn(process, &next) else { return nil }
      guard let uri else { return reason }
      leftOut.append(LeftOut(name: uri, reason: reason))
    }
  }

  /// Hears a process until it ends; nil if it tried all, else which plug-in was its last, if any,
  /// and what happened.
  private mutating func tryOn(_ process: HostProcess, _ next: inout Int) -> (String?, String)? {
    var tried: String?
    while true {
      switch process.answer(seconds: patienceSeconds) {
      case .message(.finished): return nil
      case .message(.trying(let uri, let place)): (tried, next) = (uri, place + 1)
      case .message(.tried(let plugin)):
        plugins.append(plugin)
        tried = nil
      case .message: continue
      case .ended(let how): return (tried, "\(how) when it was tried")
      case .silent: return (tried, "it gave no answer for \(Int(patienceSeconds)) s")
      }
    }
  }

  /// The folders in which plug-ins lie, as lilv finds them.
  private static func bundles() -> [String] {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let path = getenv("LV2_PATH").map { String(cString: $0) } ?? usualPath
    return path.split(separator: ":").flatMap { folder -> [String] in
      let folder = folder.hasPrefix("~") ? home + folder.dropFirst() : String(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().map { "\(folder)/\($0)" }.filter {
        access("\($0)/manifest.ttl", R_OK) == 0
      }
    }
  }
}
