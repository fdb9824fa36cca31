// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Doctor
import Profiles

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check if this machine is ready for low latency.",
    discussion: """
        flam doctor
        flam doctor --json                 one JSON object a check
        flam latency stress                then find the best period

      Doctor takes about a second and changes nothing. Each check is one line: PASS is \
      good, WARN may cause pops, FIX will. Below WARN and FIX stands a command that mends \
      it: read it, then paste it.

      Ends with 2 if anything needs a fix.
      """)

  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var json: Bool { output.json }

  func run() throws {
    StopSignals.endAtOnce()
    var isReady = true
    for finding in Doctor.findings() {
      try Terminal.printLines(json ? [finding.jsonLine] : finding.text)
      if finding.status == .fix { isReady = false }
    }
    if !isReady { throw ExitCode(CommandFailure.Code.belowStandard.rawValue) }
  }
}

extension Finding {
  /// The finding in a line; below it, if there is a fix, the reason and the command that mends it.
  fileprivate var text: [String] {
    let line = "\(status.rawValue.uppercased().padded(to: 4))  \(check.padded(to: 18)) \(found)"
    return [line] + (fix.map { ["        \(why):", "        \($0)"] } ?? [])
  }
}
