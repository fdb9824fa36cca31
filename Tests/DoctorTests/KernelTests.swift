// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Doctor

@Suite struct KernelTests {
  @Test("a thread's lateness decides, and the advice is a period twice as long")
  func wakeUps() {
    var machine = Machine()
    #expect(
      machine.verdict(WakeUps.self)
        == .pass(
          "late by 0.020 ms (median), 0.020 ms (p99), 0.020 ms (worst of 750)"))
    machine.latenessNanoseconds[17] = 2_500_000
    let rare = machine.verdict(WakeUps.self)
    #expect(rare.status == .warn && rare.fix?.contains("--period 256 ") == true)
    for turn in 0..<100 { machine.latenessNanoseconds[turn] = 1_000_000 }
    let frequent = machine.verdict(WakeUps.self)
    #expect(frequent.status == .fix && frequent.found.contains("1.000 ms (p99)"))
  }

  @Test("coarse timers are to be fixed")
  func timers() {
    var machine = Machine()
    #expect(machine.verdict(TimerResolution.self).status == .pass)
    machine.timerNanoseconds = 4_000_000
    let verdict = machine.verdict(TimerResolution.self)
    #expect(verdict.status == .fix && verdict.found.contains("4000 µs"))
  }

  @Test(
    "the share of real-time threads",
    arguments: [
      ("950000", Finding.Status.pass), ("-1", .pass), ("500000", .warn), ("0", .fix),
    ])
  func share(runtime: String, status: Finding.Status) {
    let verdict = Machine([
      "/proc/sys/kernel/sched_rt_runtime_us": "\(runtime)\n",
      "/proc/sys/kernel/sched_rt_period_us": "1000000\n",
    ]).verdict(RealtimeShare.self)
    #expect(verdict.status == status)
    #expect(status == .pass || verdict.fix?.contains("= 950000'") == true)
  }

  @Test(
    "preemption: a real-time kernel or both options pass",
    arguments: [
      ("PREEMPT_RT", "quiet", "1", Finding.Status.pass, "PREEMPT_RT"),
      ("PREEMPT_DYNAMIC", "preempt=full threadirqs", "0", .pass, "in force"),
      ("PREEMPT_DYNAMIC", "threadirqs", "0", .warn, "without preempt=full"),
      ("PREEMPT", "", "0", .warn, "preempt=full and threadirqs"),
      ("", "", "0", .warn, "not preemptible"),
    ])
  func preemption(
    kind: String, options: String, realtime: String, status: Finding.Status, found: String
  ) {
    let verdict = Machine([
      "/proc/version": "Linux version 6.1 #1 SMP \(kind) Debian\n", "/proc/cmdline": options,
      "/sys/kernel/realtime": realtime, "/etc/default/grub": "", "/etc/debian_version": "12",
    ]).verdict(Preemption.self)
    #expect(verdict.status == status && verdict.found.contains(found))
  }

  @Test(
    "the clock: a slow one is a fault if a fast one exists",
    arguments: [
      ("tsc", "tsc hpet", Finding.Status.pass), ("kvm-clock", "kvm-clock", .pass),
      ("hpet", "hpet tsc acpi_pm", .fix), ("hpet", "hpet acpi_pm", .warn),
    ])
  func clock(current: String, available: String, status: Finding.Status) {
    let folder = "/sys/devices/system/clocksource/clocksource0"
    let verdict = Machine([
      "\(folder)/current_clocksource": "\(current)\n",
      "\(folder)/available_clocksource": "\(available) \n",
    ]).verdict(ClockSource.self)
    #expect(verdict.status == status)
    #expect(status != .fix || verdict.fix?.hasPrefix("echo tsc | sudo tee \(folder)/") == true)
  }

  @Test(
    "swappiness matters if there is swap",
    arguments: [
      ("60", true, Finding.Status.warn), ("10", true, .pass), ("60", false, .pass),
    ])
  func swappiness(value: String, hasSwap: Bool, status: Finding.Status) {
    let heading = "Filename\tType\tSize\tUsed\tPriority\n"
    let verdict = Machine([
      "/proc/sys/vm/swappiness": "\(value)\n",
      "/proc/swaps": heading + (hasSwap ? "/dev/sda2 partition 8388604 0 -2\n" : ""),
    ]).verdict(Swappiness.self)
    #expect(verdict.status == status)
  }

  @Test("a virtual machine is recognised", arguments: ["fpu hypervisor tsc", "fpu tsc"])
  func virtual(flags: String) {
    let verdict = Machine(["/proc/cpuinfo": "processor\t: 0\nflags\t\t: \(flags)\n"])
      .verdict(VirtualMachine.self)
    #expect((verdict.status == .warn) == flags.contains("hypervisor"))
  }
}
