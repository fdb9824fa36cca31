// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import ArgumentParser
import Doctor

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Is this machine ready for low latency: one line and one fix each.",
    discussion: """
      Looks at the machine as it is and changes nothing; takes about a second, in which it measures how late a \
      real-time thread wakes up. PASS is as it should be, WARN may cost pops, FIX will. Below what is not PASS stands a \
      line for the shell that mends it: read it, then paste it. Ends with 2 where anything is to be fixed.
      """)

  @Flag(help: "One JSON object a check on standard output.")
  var json = false

  func run() throws {
    StopSignals.endAtOnce()
    var isReady = true
    for finding in Doctor.findings() {
      try Terminal.print(json ? finding.jsonLine : finding.text)
      if finding.status == .fix { isReady = false }
    }
    if !isReady { throw ExitCode(CommandFailure.Code.belowStandard.rawValue) }
  }
}

extension Finding {
  /// The finding as a line for people, and the line that mends it, with the reason, where there is one.
  fileprivate var text: String {
    let line = "\(status.rawValue.uppercased().padded(to: 4))  \(check.padded(to: 18)) \(found)"
    return fix.map { "\(line)\n        \(why):\n        \($0)" } ?? line
  }
}
