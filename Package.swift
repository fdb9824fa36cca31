// swift-tools-version: 6.2
import PackageDescription

// RealtimeSanitizer watches the audio path in the tests, unless another sanitizer takes its place: CRealtime finds it where it
// is linked.
let realtimeSanitizer: [LinkerSetting] =
  Context.environment["FLAM_SANITIZE"] == nil
  ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []
// FUZZ=1 swift build -c release --scratch-path .build-fuzz: libFuzzer makes up inputs, guided by what is reached of that
// which reads; see tools/fuzz.
let fuzzed: [SwiftSetting] =
  Context.environment["FUZZ"] == "1"
  ? [
    .define("FUZZ"),
    .unsafeFlags(["-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"]),
  ] : []
// Code on samples runs 100 times slower without optimisation: too slow to play or to test.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
// What a test itself computes is little: compiling it plainly takes two thirds of the time.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone", "-gnone"], .when(configuration: .release))]
let packages = [
  "ArgumentParser": "swift-argument-parser", "FlyingSocks": "FlyingFox",
  "Histogram": "hdrhistogram-swift",
]

/// The modules, libraries and programs whose names stand in a text.
func named(_ names: String) -> [Target.Dependency] {
  names.split(whereSeparator: \.isWhitespace).map(String.init).map { name in
    packages[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
  }
}

/// A library of the system, with the package of Debian that brings it.
func system(_ name: String, pkgConfig: String? = nil, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A module in C.
func c(
  _ name: String, _ needs: String = "", path: String? = nil, exclude: [String] = [],
  linker: [LinkerSetting] = []
) -> Target {
  // Debian's valgrind reads no later debug information.
  let settings: [CSetting] = [.unsafeFlags(["-gdwarf-4"], .when(configuration: .debug))]
  return .target(
    name: name, dependencies: named(needs), path: path, exclude: exclude, cSettings: settings,
    linkerSettings: linker)
}

func module(
  _ name: String, _ needs: String = "", path: String? = nil, settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: named(needs), path: path, swiftSettings: settings)
}

func program(
  _ name: String, _ needs: String, path: String? = nil, exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: named(needs), path: path, exclude: exclude, swiftSettings: settings)
}

func tests(
  _ name: String, _ needs: String, exclude: [String] = [], settings: [SwiftSetting] = plain,
  linker: [LinkerSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: named(needs), exclude: exclude, swiftSettings: settings,
    linkerSettings: linker)
}

let package = Package(
  name: "flam",
  products: [.executable(name: "flam", targets: ["Flam"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    system("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
    system("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    system("CFFTW", pkgConfig: "fftw3f", apt: "libfftw3-dev"),
    system("CSndfile", pkgConfig: "sndfile", apt: "libsndfile1-dev"),
    system("CVorbis", pkgConfig: "vorbisenc", apt: "libvorbis-dev"),
    system("CSoxr", pkgConfig: "soxr", apt: "libsoxr-dev"),
    system("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
    system("CGcrypt", pkgConfig: "libgcrypt", apt: "libgcrypt20-dev"),
    system("CXML", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    system("CNcurses", apt: "libncurses-dev"),
    system("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
    system("CEspeak", apt: "libespeak-ng-dev"),
    system("CLO", pkgConfig: "liblo", apt: "liblo-dev"),
    system("CLua", pkgConfig: "lua5.4", apt: "liblua5.4-dev"),
    system("CLilv", pkgConfig: "lilv-0", apt: "liblilv-dev"),
    system("CDBus", pkgConfig: "dbus-1", apt: "libdbus-1-dev"),
    c("CThreads"),
    c("CRealtime", "CFFTW CThreads", linker: [.linkedLibrary("m")]),
    c("CPluginLine"),
    c("CRealtimeALSA", "CALSA CThreads"),
    module("DBus", "CDBus"),
    module("Bluetooth", "DBus Realtime Storage"),
    module("Firmata", settings: fuzzed),
    module("Realtime", "CThreads", settings: fast),
    module("Storage", settings: fuzzed),
    module("Hashing", "CGcrypt"),
    module("ControlSocket", "CRealtime Realtime Storage"),
    module("ErrorAdvice"),
    module("DSP", "CRealtime", settings: fast),
    c("CTrainedTables", exclude: ["general-model.bin", "hit-validator.bin", "noise-onsets.txt"]),
    module("Sequencing", "CRealtime", settings: fast),
    c("CScores", "CLua CThreads", linker: [.linkedLibrary("m")]),
    module("Scores", "CScores Sequencing", settings: fuzzed),
    module("SoundFonts", "ErrorAdvice", settings: fuzzed),
    module(
      "Instrument", "CPluginLine CRealtime CTrainedTables DSP Realtime Sequencing", settings: fast),
    module("Tones", "Instrument SoundFonts"),
    module("Notation", "Instrument Sequencing", settings: fast + fuzzed),
    module("Looping", "DSP Instrument Notation Sequencing SoundFiles", settings: fast),
    module(
      "Patterns", "ErrorAdvice Instrument Notation Sequencing Storage", settings: fast + fuzzed),
    module(
      "SoundFiles", "CGcrypt CSndfile CSoxr CVorbis DSP ErrorAdvice Hashing Storage",
      settings: fast + fuzzed),
    module(
      "AudioIO", "CALSA CRealtime CRealtimeALSA DBus DSP Histogram Realtime ErrorAdvice SoundFiles",
      settings: fast + fuzzed),
    module("DrumSynthesis", "CSndfile DSP", settings: fast),
    module(
      "Kits",
      """
      CArchive CGcrypt CRealtime CXML DSP DrumSynthesis Hashing Instrument Realtime ErrorAdvice
      SoundFiles Storage
      """, settings: fast + fuzzed),
    module(
      "Profiles", "CRealtime CTrainedTables DSP Instrument ErrorAdvice Storage",
      settings: fast + fuzzed),
    module(
      "KitMaking", "CRealtime DSP ErrorAdvice Instrument Kits Profiles SoundFiles Storage",
      settings: fast),
    module("Latency", "AudioIO DSP Instrument Kits Profiles Storage", settings: fast),
    module("Measuring", "AudioIO DSP Instrument Latency Realtime SoundFiles", settings: fast),
    module(
      "Recording", "DSP Instrument Realtime ErrorAdvice SoundFiles Storage", settings: fast + fuzzed
    ),
    module(
      "Engine",
      """
      AudioIO CRealtime DSP Instrument Kits Latency Looping Measuring Patterns Plugins Profiles
      Realtime Recording Sequencing SoundFiles Storage
      """, settings: fast + fuzzed),
    module("Boards", "Bluetooth Engine Firmata Instrument Realtime ErrorAdvice Sequencing Storage"),
    module(
      "Sessions",
      """
      DSP Engine Instrument Kits Looping Notation Profiles Realtime Recording ErrorAdvice Sequencing
      SoundFiles Storage
      """,
      settings: fuzzed),
    c("CSpawn"),
    module(
      "Plugins", "CLilv CPluginLine CRealtime CSpawn ErrorAdvice Instrument Realtime Storage"),
    module(
      "Simulation",
      """
      CSpawn CThreads DSP Engine Instrument Kits Looping Profiles Realtime Recording Sequencing
      Sessions SoundFiles
      """, settings: fast),
    c("CWebFiles", exclude: ["web"]),
    module(
      "Web",
      """
      CGcrypt CWebFiles CRealtime DSP Engine FlyingSocks Hashing Instrument KitMaking Latency Profiles
      Realtime Sessions SoundFiles Storage
      """),
    module("MIDI", "CALSA CRealtimeALSA Engine Instrument Realtime Sequencing Storage"),
    module("OSC", "CLO Engine Instrument Looping Realtime Sequencing Storage", settings: fuzzed),
    module("Doctor", "AudioIO CRealtime Realtime Storage"),
    module("Charts", "CCairo"),
    module("Speech", "AudioIO CEspeak SoundFiles"),
    module("TextScreen", "CNcurses"),
    module(
      "ScorePlayer",
      "DSP Engine Instrument Kits Realtime Scores SoundFiles SoundFonts Speech Storage Tones"),
    module(
      "Console",
      "AudioIO Charts KitMaking Kits Patterns Plugins Profiles Realtime ErrorAdvice Sessions SoundFiles Storage"
    ),
    module(
      "Reports",
      "AudioIO Charts DSP Engine Instrument KitMaking Kits Latency Notation Profiles Sessions Storage"
    ),
    module(
      "Screen",
      """
      AudioIO Boards Console DSP Engine Instrument KitMaking Kits Latency Looping MIDI OSC Profiles
      Realtime Reports Sequencing Speech Storage TextScreen
      """),
    program(
      "Flam",
      """
      ArgumentParser AudioIO Bluetooth Boards CQREncode CRealtime Charts Console ControlSocket DSP
      Doctor Engine Instrument KitMaking Kits Latency Looping MIDI Measuring Notation OSC Patterns
      Plugins Web Profiles Realtime Recording Reports ScorePlayer Scores Screen Sequencing Sessions SoundFiles Storage
      """),
    program("play-along", "Engine", path: "Examples/play-along"),
    program(
      "make-samples", "CSndfile DSP DrumSynthesis", path: "tools/make-samples", settings: fast),
    c("CRealtimeTrap", path: "tools/realtime-trap"),
    module("Limiters", "DSP", path: "tools/limiters", settings: fast),
    program(
      "flam-bench",
      """
      ArgumentParser AudioIO Boards CRealtime CRealtimeTrap Charts ControlSocket DSP Engine
      Instrument Kits Latency Limiters Looping Notation OSC Web Profiles Realtime Recording ScorePlayer
      Scores Sequencing Sessions Simulation SoundFiles SoundFonts Storage Tones
      """, path: "tools/flam-bench"),
    program(
      "flam-score",
      "ArgumentParser Charts DSP Engine Instrument Kits Profiles Simulation SoundFiles",
      path: "tools/flam-score", settings: fast),
    program(
      "flam-fuzz",
      """
      Engine Firmata Instrument Kits Notation OSC Patterns Profiles Scores Sessions Simulation
      SoundFiles SoundFonts Storage
      """, path: "tools/flam-fuzz", settings: fuzzed),
    program("flam-simulate", "ArgumentParser Simulation", path: "tools/flam-simulate"),
    program(
      "judge-shapes", "DSP Instrument Profiles SoundFiles", path: "tools/train-judge",
      exclude: ["README.md", "packages.py", "takes.py", "train.py"], settings: fast),
    program("make-general-model", "Profiles", path: "tools/make-general-model", settings: fast),
    program("rig-echo", "AudioIO CRealtime Realtime", path: "tools/rig/echo"),
    program(
      "rig-soak", "AudioIO Engine Instrument Kits Profiles Simulation SoundFiles",
      path: "tools/rig/soak"),
    module(
      "TestSupport", "DBus Instrument Realtime Simulation SoundFiles", path: "Tests/TestSupport"),
    tests("DBusTests", "DBus TestSupport"),
    tests("BluetoothTests", "Bluetooth DBus DSP Storage TestSupport"),
    tests("FirmataTests", "DSP Firmata"),
    tests(
      "BoardsTests",
      "Boards DSP Engine Firmata Instrument Realtime Sequencing Simulation Storage TestSupport"),
    tests("RealtimeTests", "Realtime TestSupport", settings: fast),
    tests(
      "RealtimeCheckTests",
      "CRealtime Engine Instrument Profiles Realtime Simulation SoundFiles TestSupport",
      settings: fast, linker: realtimeSanitizer),
    tests("StorageTests", "Realtime Simulation Storage"),
    tests("ControlSocketTests", "ControlSocket Simulation Storage TestSupport"),
    tests("DSPTests", "DSP Limiters Simulation TestSupport"),
    tests("InstrumentTests", "DSP Instrument Realtime Sequencing Simulation TestSupport"),
    tests("SequencingTests", "Sequencing", settings: fast),
    tests("MeasuringTests", "AudioIO Measuring Realtime", settings: fast),
    tests(
      "RecordingTests", "DSP Realtime Recording Simulation SoundFiles TestSupport", settings: fast),
    tests(
      "EngineTests",
      """
      AudioIO CPluginLine DSP Engine Instrument Kits Latency Looping Measuring Plugins Profiles
      Realtime Recording Sequencing Simulation SoundFiles Storage TestSupport
      """, settings: fast),
    tests("SoundFilesTests", "CSndfile DSP Simulation SoundFiles Storage TestSupport"),
    tests(
      "AudioIOTests", "AudioIO CRealtime DBus DSP Realtime Simulation SoundFiles TestSupport",
      settings: fast),
    tests("NotationTests", "DSP Instrument Notation Sequencing", settings: fast),
    tests("LoopingTests", "DSP Looping Sequencing Simulation", settings: fast),
    tests("PatternsTests", "Instrument Notation Patterns Sequencing"),
    tests("KitsTests", "DSP Instrument Kits Realtime Simulation SoundFiles Storage TestSupport"),
    tests(
      "KitMakingTests",
      "DSP Instrument KitMaking Kits Simulation Storage"),
    tests("ProfilesTests", "DSP Instrument Profiles Realtime Simulation Storage TestSupport"),
    tests(
      "SessionsTests",
      """
      Boards DSP Engine Instrument Kits Looping MIDI Notation OSC Patterns Profiles Realtime
      Recording Sequencing Sessions Simulation SoundFiles Storage TestSupport
      """),
    tests(
      "WebTests",
      """
      DSP Engine FlyingSocks Instrument KitMaking Kits Latency Web Profiles Realtime Screen Sessions
      Simulation SoundFiles Storage TestSupport
      """),
    tests("MIDITests", "DSP Engine Instrument MIDI Simulation Storage TestSupport"),
    tests(
      "OSCTests", "DSP Engine Instrument Looping OSC Realtime Sequencing Simulation TestSupport"),
    tests("PluginsTests", "Instrument Plugins Simulation TestSupport"),
    tests("SpeechTests", "Speech"),
    tests("ScoresTests", "Scores"),
    tests("SoundFontsTests", "Simulation SoundFonts"),
    tests("TonesTests", "Instrument Simulation SoundFonts Tones"),
    tests(
      "ScorePlayerTests",
      "Engine Instrument Profiles ScorePlayer Scores Simulation SoundFiles TestSupport",
      exclude: ["Conformance/Cases"], settings: fast),
    tests("TextScreenTests", "TextScreen"),
    tests("ChartsTests", "Charts Simulation"),
    tests(
      "LatencyTests",
      "DSP Engine Instrument Kits Latency Profiles Realtime Simulation SoundFiles TestSupport",
      settings: fast),
    tests("SimulationTests", "Engine Instrument Realtime Simulation TestSupport"),
    tests("DoctorTests", "AudioIO Doctor Realtime Simulation"),
    tests(
      "RigTests",
      "AudioIO CSndfile Flam Instrument Simulation SoundFiles TestSupport rig-echo rig-soak"),
    tests("ConsoleTests", "Console"),
    tests(
      "ReportsTests", "AudioIO DSP Engine Instrument Notation Profiles Reports Simulation"),
    tests(
      "ScreenTests",
      """
      Boards Console Engine Instrument KitMaking Looping OSC Profiles Screen Sequencing Simulation
      SoundFiles Storage TestSupport TextScreen
      """),
    tests(
      "FlamTests",
      """
      AudioIO Engine Flam Instrument Measuring Profiles Reports Screen Simulation Speech Storage
      TestSupport
      """),
    tests("ScoreTests", "DSP Instrument Profiles Simulation SoundFiles TestSupport flam-score"),
    tests("FuzzTests", "TestSupport flam-fuzz", exclude: ["Finds"]),
    tests("SamplesTests", "CSndfile DSP DrumSynthesis TestSupport make-samples", settings: fast),
  ]
)
