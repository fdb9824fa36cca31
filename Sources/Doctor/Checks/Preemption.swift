// SPDX-License-Identifier: GPL-3.0-or-later

/// The kernel interrupts its work when the audio thread must run.
enum Preemption: Check {
  static let name = "preemption"
  static let why = "a kernel that finishes its own work first makes the audio thread wait"
  private static let grub = "/etc/default/grub"

  static func verdict(on system: System) -> Verdict {
    if system.text("/sys/kernel/realtime") == "1" {
      return .pass("a real-time kernel (PREEMPT_RT)")
    }
    let options = system.text("/proc/cmdline")?.split(separator: " ") ?? []
    let isFull = options.contains("preempt=full")
    let isThreaded = options.contains("threadirqs")
    if isFull && isThreaded { return .pass("preempt=full and threadirqs are in force") }
    let version = system.text("/proc/version") ?? ""
    let missing = [isFull ? nil : "preempt=full", isThreaded ? nil : "threadirqs"]
    let wanted = missing.compactMap { $0 }.joined(separator: " ")
    if version.contains(" PREEMPT ") || version.contains("PREEMPT_DYNAMIC") {
      return .warn(
        "a preemptible kernel without \(wanted.split(separator: " ").joined(separator: " and "))",
        fix: add(wanted, on: system))
    }
    return .warn(
      "a kernel that is not preemptible, made for throughput",
      fix: system.exists("/etc/debian_version")
        ? "sudo apt install linux-image-rt-$(dpkg --print-architecture)  # then restart"
        : "uname -v  # install your distribution's real-time or low-latency kernel")
  }

  private static func add(_ options: String, on system: System) -> String {
    system.exists(grub)
      ? #"sudo sed -i 's/^GRUB_CMDLINE_LINUX_DEFAULT="/&\#(options) /' \#(grub) "#
        + "&& sudo update-grub  # then restart"
      : "cat /proc/cmdline  # add '\(options)' to it in your boot loader, then restart"
  }
}
