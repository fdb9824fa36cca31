// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import CRealtimeALSA
import Glibc
import Synchronization

/// Standard error belongs to the process, so only one thread at a time may redirect it.
private let standardError = Mutex(())

/// Does `work` while neither ALSA nor the libraries of its plug-ins can print (JACK's client prints
/// much); failures are returned as values. For opening devices, not for the audio thread.
func withQuietALSA<Result>(_ work: () -> Result) -> Result {
  standardError.withLock { _ in
    rt_alsa_quiet()
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    let kept = dup(STDERR_FILENO)
    guard nowhere >= 0, kept >= 0 else { return work() }
    dup2(nowhere, STDERR_FILENO)
    defer {
      dup2(kept, STDERR_FILENO)
      close(kept)
      close(nowhere)
    }
    return work()
  }
}
