// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

extension RecoverySuggestion {
  /// What to type at the command line.
  package var options: String {
    switch self {
    case .overwrite: "--force to overwrite it"
    case .chooseKit: "give --kit"
    case .leaveKitMicrophones: "leave --mic out"
    case .moreSampleMemory: "give more by --sample-memory"
    case .bits(let counts): "give --bits \(counts.map(String.init).joined(separator: " or "))"
    case .leaveBits: "leave out --bits"
    case .inputChannel(let count): "choose --input-channel 1...\(count)"
    case .hearTwo: "give --input-channel 1,2"
    case .hearOne: "leave --input-channel out"
    case .chooseInput: "name another device with --input"
    case .chooseOutput: "name another device with --output"
    case .listDevices: "see 'flam devices'"
    case .otherRate: "give another --rate"
    case .longerPeriod: "choose a larger --period"
    case .checkMachine: "'flam doctor' says how to get it"
    case .secondPlace: "give another folder with --else"
    case .sessionsFolder: "choose another folder with --record-to"
    case .listSessions: "'flam sessions' lists those that there are"
    case .hearAgain: "hear the session again with --hear-again"
    case .render(let path): "'flam render' plays \(path) anew"
    case .reportAndSheet: "'flam report' and 'flam sheet' do without it"
    case .teach: "teach it with 'flam learn'"
    case .teachOn: "teach it on with --again"
    case .teachAnew: "teach it again with 'flam learn' and --force"
    case .giveTakes: "give one of each sound: --take kick=low.wav"
    case .nameTake(let path): "write --take NAME=\(path)"
    case .teachAll: "teach all sounds anew: --force in place of --again"
    }
  }
}
