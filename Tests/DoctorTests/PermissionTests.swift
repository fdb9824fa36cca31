// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Doctor

@Suite struct PermissionTests {
  private let groups = "root:x:0:\naudio:x:29:tim,mara\n"

  @Test("a thread that gets SCHED_FIFO passes; for one that does not the limit is shown")
  func realtime() {
    var machine = Machine([
      "/proc/self/limits": "Max realtime priority     0                    0                    \n"
    ])
    #expect(machine.verdict(RealtimePriority.self).status == .pass)
    machine.scheduling = .usual
    let verdict = machine.verdict(RealtimePriority.self)
    #expect(verdict.status == .fix && verdict.found.hasSuffix("(ulimit -r is 0)"))
    #expect(verdict.fix?.contains("/etc/security/limits.d/") == true)
    machine.scheduling = .service(name: "rtkit", priority: 20)
    let given = machine.verdict(RealtimePriority.self)
    #expect(given.status == .warn && given.found.hasSuffix("rtkit gives SCHED_RR with 20"))
  }

  @Test(
    "locked memory: unlimited, a gibibyte or a capability is enough",
    arguments: [
      ("8388608              8388608", "0", "8 MiB", Finding.Status.fix),
      ("8388608              2147483648", "0", "2048 MiB", .pass),
      ("65536                unlimited", "0", "unlimited", .pass),
      ("8388608              8388608", "0000000000004000", "any amount", .pass),
    ])
  func memory(limit: String, capabilities: String, found: String, status: Finding.Status) {
    let verdict = Machine([
      "/proc/self/limits": "Max locked memory         \(limit)              bytes     \n",
      "/proc/self/status": "Uid:\t1000\t1000\t1000\t1000\nCapEff:\t\(capabilities)\n",
    ]).verdict(MemoryLock.self)
    #expect(verdict.status == status && verdict.found.contains(found))
  }

  @Test(
    "the group audio: in it, in it since this login, not in it, not needed",
    arguments: [
      ("1000", "29 44", "mara", Finding.Status.pass, "is in the group"),
      ("1000", "44", "mara", .warn, "older"),
      ("1000", "44", "eve", .warn, "not in the group"),
      ("0", "", "root", .pass, "root"),
    ])
  func group(uid: String, numbers: String, user: String, status: Finding.Status, found: String) {
    var machine = Machine([
      "/etc/group": groups,
      "/proc/self/status": "Uid:\t\(uid)\t0\t0\t0\nGid:\t\(uid)\t0\t0\t0\nGroups:\t\(numbers) \n",
    ])
    machine.environment["USER"] = user
    let verdict = machine.verdict(AudioGroup.self)
    #expect(verdict.status == status && verdict.found.contains(found))
  }

  @Test("rtkit: needed if priority is refused")
  func rtkit() {
    let service = "/usr/share/dbus-1/system-services/org.freedesktop.RealtimeKit1.service"
    var machine = Machine([service: "", "/run/dbus/system_bus_socket": ""])
    machine.scheduling = .usual
    #expect(machine.verdict(RealtimeKitPresence.self).status == .pass)
    machine = Machine()
    #expect(machine.verdict(RealtimeKitPresence.self).status == .pass)
    machine.scheduling = .usual
    #expect(machine.verdict(RealtimeKitPresence.self).fix == "sudo apt install rtkit")
    machine = Machine([service: ""])
    machine.scheduling = .usual
    #expect(machine.verdict(RealtimeKitPresence.self).found.contains("the system bus is missing"))
  }
}
