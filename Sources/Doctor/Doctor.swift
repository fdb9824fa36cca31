// SPDX-License-Identifier: GPL-3.0-or-later

/// Checks if a machine is ready to play in time. Each check says what it found and how to fix it.
public enum Doctor {
  /// The checks, the most important first.
  static var checks: [any Check.Type] {
    [
      SoundCard.self, RealtimePriority.self, MemoryLock.self, WakeUps.self, CardHeld.self,
      AudioGroup.self, RealtimeKitPresence.self, RealtimeShare.self, Preemption.self,
      TimerResolution.self, ClockSource.self, CPUGovernor.self, CPUSleep.self, PowerSupply.self,
      PipeWireQuantum.self, USBPowerSaving.self, InterruptSharing.self, Swappiness.self,
      VirtualMachine.self, FreeDisk.self, FreeMemory.self,
    ]
  }

  /// What each check finds on `system`, one after the other; takes about a second. Nothing is changed.
  public static func findings(on system: System = .real) -> some Sequence<Finding> {
    checks.lazy.map { $0.finding(on: system) }
  }
}
