// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// Whose sounds are told apart, and what becomes of them while it plays.
extension Performance {
  /// Names of all sounds so far, by the numbers that hits tell: those of profiles that took over follow the first.
  public var sounds: [String] { ears.table.names }

  /// Names of the sounds that are told apart now.
  public var profileSounds: [String] { ears.sounds }

  /// No one taught it the player's sounds: it guesses.
  public var isGuessing: Bool { ears.profile.isGuess }

  /// Another profile is only just taking over: ask again a moment later.
  var isChangingProfile: Bool { ears.isBusy }

  /// What the sounds that are told apart now strike.
  var padChoices: [PadChoice] { ears.padChoices }

  /// There is room for the sounds of a profile among those so far.
  func hasRoom(for profile: Profile) -> Bool {
    var table = ears.table
    table.add(profile)
    return table.names.count <= Instrument.mostSounds
  }

  /// Tells the sounds of another profile apart, a tenth of a second from now. Drums, mixer and what sounds stay as they
  /// are, and so does how the player is heard, but for the velocity curve, which is the profile's.
  ///
  /// - Parameters:
  ///   - number: By which a session keeps it; nil for the built-in guess.
  ///   - name: As the player calls it.
  ///   - mixFrame: It holds for what is heard while that frame of the mix is made, if that is later.
  package func change(
    to profile: Profile, number: Int?, name: String?, atFrame mixFrame: Int? = nil
  ) {
    ears.change(to: profile)
    // No frame is named before it is there: on a busy machine it would be past.
    let recogniser = ears.recogniser()
    let frame = nextHearingFrame(mixFrame)
    send(
      recogniser,
      by: PerformanceChange.Profile(frame: frame, number: number, name: name, of: profile))
  }

  /// The input frame of a change of hearing: that which is heard while a frame of the mix is made, to within a block, or the
  /// next that can be.
  func nextHearingFrame(_ mixFrame: Int?) -> Int {
    let snapshot = snapshot
    return ears.nextFrame(
      heardFrames: snapshot.heardFrames,
      wanted: mixFrame.map { snapshot.heardFrames + $0 - snapshot.frame })
  }

  /// Tells the sounds of another profile apart from the input frame of the change on.
  package func carryOut(_ change: PerformanceChange.Profile, _ profile: Profile) {
    ears.change(to: profile)
    send(ears.recogniser(), by: change)
  }

  private func send(_ recogniser: SoundRecogniserPointer, by change: PerformanceChange.Profile) {
    tellChange(PerformanceChange(change))
    ears.send(recogniser, atFrame: change.frame)
  }
}
