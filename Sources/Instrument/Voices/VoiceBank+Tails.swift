// SPDX-License-Identifier: GPL-3.0-or-later

/// Voices and the tails of streamed sounds.
extension VoiceBank {
  /// Between two blocks: links tails that have come, and cuts off those that are asked back and
  /// that nothing plays.
  @_noLocks public mutating func serveTails() {
    guard let tails else { return }
    for _ in 0..<TailExchange.AudioSide.commandsPerBlock {
      guard let command = tails.nextCommand() else { return }
      tails.carryOut(command, isPlayed: isPlayed(command.sound))
    }
  }

  /// Something plays the streamed sound that begins with a block.
  @_noLocks private func isPlayed(_ firstBlock: Int32) -> Bool {
    for slot in 0..<slotCount
    where !voices[slot].isIdle && voices[slot].sound?.firstBlock == firstBlock {
      return true
    }
    return false
  }

  /// Reports that a streamed sound is played, and which may be played next in its place.
  @_noLocks func announce(_ voice: Voice) {
    guard let tails, let sound = voice.sound, sound.isStreamed, let drums = voice.drums else {
      return
    }
    tails.send(.played, sound.firstBlock)
    for place in 0..<VariationQueues.mostCandidates + 1 {
      guard let next = drums.pointee.upcomingSound(layer: voice.choice.layer, place: place) else {
        return
      }
      if next.isStreamed { tails.send(.wanted, next.firstBlock) }
    }
  }

  /// Fades voices that would run out of frames.
  @_noLocks mutating func yieldToMissingTails(count: Int) {
    guard tails != nil else { return }
    for slot in 0..<slotCount
    where voices[slot].yieldToMissingTail(count: count, fadeFrames: lateFadeFrames) {
      lateTailCount += 1
    }
  }
}
