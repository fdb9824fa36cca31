// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Doctor

@Suite struct DoctorTests {
  @Test("the checks have names of their own, and there are at least twelve")
  func names() {
    let names = Doctor.checks.map { $0.name }
    #expect(Set(names).count == names.count && names.count >= 12)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
  }

  @Test("an unknown machine breaks no check, and has no sound card")
  func unknown() {
    let findings = Array(Doctor.findings(on: Machine().system))
    #expect(findings.count == Doctor.checks.count)
    #expect(findings.filter { $0.status == .fix }.map(\.check) == ["sound-card"])
    #expect(findings.allSatisfy { ($0.fix == nil) == ($0.status == .pass) })
  }

  @Test("a finding has five keys, fix as null if there is nothing to fix")
  func json() throws {
    let finding = Swappiness.finding(on: Machine().system)
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(finding))
    let values = try #require(object as? [String: Any])
    #expect(Set(values.keys) == ["check", "status", "found", "why", "fix"])
    #expect(values["status"] as? String == "pass" && values["fix"] is NSNull)
  }

  @Test("a line of the shell is read; one that hangs or fails is not")
  func output() {
    #expect(ProgramOutput.read("echo 17") == "17\n")
    #expect(ProgramOutput.read("false") == nil)
    #expect(ProgramOutput.read("no-such-program") == nil)
  }
}
