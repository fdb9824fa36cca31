// SPDX-License-Identifier: GPL-3.0-or-later

/// A way out of a problem. Each front end words it itself: as an option, a button, a menu.
public enum RecoverySuggestion: Hashable, Sendable {
  /// Allow the existing file to be overwritten.
  case overwrite
  /// Choose another kit.
  case chooseKit
  /// Leave the levels of a kit's microphones as they are.
  case leaveKitMicrophones
  /// Allow more sample memory.
  case moreSampleMemory
  /// Store samples with one of these bit depths.
  case bits([Int])
  /// Leave out the bit depth.
  case leaveBits
  /// Choose one of the first so many input channels.
  case inputChannel(count: Int)
  /// Hear two microphones.
  case hearTwo
  /// Hear one microphone.
  case hearOne
  /// Choose another input device.
  case chooseInput
  /// Choose another output device.
  case chooseOutput
  /// List the devices, with what each can do.
  case listDevices
  /// Another sample rate.
  case otherRate
  /// A longer period.
  case longerPeriod
  /// Check what keeps this machine from playing in time.
  case checkMachine
  /// Name a second folder in which recordings continue if the first one fails.
  case secondPlace
  /// Keep sessions in another folder.
  case sessionsFolder
  /// List the sessions.
  case listSessions
  /// Hear the session's microphone again.
  case hearAgain
  /// Play this sound file through the instrument.
  case render(path: String)
  /// Use the report and the sheet, which need no profile.
  case reportAndSheet
  /// Teach a profile.
  case teach
  /// Continue teaching a profile.
  case teachOn
  /// Teach a profile again, replacing the old one.
  case teachAnew
  /// Give a recording of each sound.
  case giveTakes
  /// Name the sound that a recording holds.
  case nameTake(path: String)
  /// Teach all sounds again instead of one.
  case teachAll

  /// What to do, in words that suit every front end; an imperative.
  public var words: String {
    switch self {
    case .overwrite: "allow overwriting it"
    case .chooseKit: "choose another kit"
    case .leaveKitMicrophones: "leave its microphones as they are"
    case .moreSampleMemory: "allow more sample memory"
    case .bits(let counts): "choose \(counts.map(String.init).joined(separator: " or ")) bits"
    case .leaveBits: "leave out the bit depth"
    case .inputChannel(let count): "choose an input channel in 1...\(count)"
    case .hearTwo: "hear two input channels"
    case .hearOne: "hear one input channel"
    case .chooseInput: "choose another input device"
    case .chooseOutput: "choose another output device"
    case .listDevices: "look at the list of devices"
    case .otherRate: "choose another sample rate"
    case .longerPeriod: "choose a longer period"
    case .checkMachine: "check this machine"
    case .secondPlace: "give a second folder to continue in"
    case .sessionsFolder: "choose another folder for sessions"
    case .listSessions: "look at the list of sessions"
    case .hearAgain: "hear the session again"
    case .render(let path): "play '\(path)' through the instrument"
    case .reportAndSheet: "its report and its sheet work without it"
    case .teach: "teach it"
    case .teachOn: "continue teaching it"
    case .teachAnew: "teach it again and replace it"
    case .giveTakes: "give one of each sound, with its name"
    case .nameTake: "give the sound's name with it"
    case .teachAll: "teach all sounds again"
    }
  }
}
