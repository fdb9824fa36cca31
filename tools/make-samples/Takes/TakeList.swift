// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis

/// The bundled takes: three hands, three places.
let takes = [tableTake, deskAndMugTake, knocksAndClapsTake]

/// Palm, knuckle and nail on a wooden table, close to the microphone in a furnished room.
private let tableTake = Take(
  name: "table",
  taps: [
    .kick: Tap(
      resonances: [(86, 0.09, 1), (128, 0.08, 0.7), (181, 0.07, 0.4), (268, 0.05, 0.15)],
      contactSeconds: (0.0075, 0.0045), scrapeHz: 240, scrapeRingSeconds: 0.03, scrapeLevel: 0.35),
    .snare: Tap(
      resonances: [
        (214, 0.06, 0.08), (472, 0.07, 0.5), (688, 0.065, 0.9), (934, 0.055, 1), (1_310, 0.04, 0.7),
        (1_890, 0.025, 0.25),
      ],
      contactSeconds: (0.0011, 0.0006), scrapeHz: 1_300, scrapeRingSeconds: 0.008,
      scrapeLevel: 0.25),
    .hihatClosed: Tap(
      resonances: [
        (3_450, 0.012, 0.5), (4_720, 0.011, 0.8), (6_280, 0.01, 1), (8_350, 0.008, 0.8),
        (10_900, 0.006, 0.5),
      ],
      contactSeconds: (0.00012, 0.00005), scrapeHz: 7_000, scrapeRingSeconds: 0.006,
      scrapeLevel: 0.8),
  ],
  groove: Groove(
    beatsPerMinute: 96,
    bars: [
      "K.h.S.h.h.k.S.h.", "K.h.S.hzh.k.S.hz", "K.hkS.h.z.k.S.hi", "K.h.S.hzhzk.Szhi",
      "K.k.S.hih.k.S.hz", "K.hiS.hzhzkkS.hi", "K.h.s.hih.kiS.hi",
      "K.h.S.h.z.z.s.s.s.s.S.S.SsSsS.S.",
      "K.h.S.h.h.k.S.h.", "KizhS.hzhik.S.K.",
    ], swing: 0.12),
  room: Room(
    sizeMetres: [4.6, 3.8, 2.5], tailSeconds: 0.26, reflectionGain: 0.1, tailGain: 0.04,
    absorptionHz: 4_500),
  background: Background(humHz: 50, humDecibels: -72, fanDecibels: -66, hissDecibels: -74),
  peakDecibels: -5, seed: 1_901)

/// Fist on an office desk, a book slapped shut, a spoon on a mug; mains hum and a computer's fan.
private let deskAndMugTake = Take(
  name: "desk-and-mug",
  taps: [
    .kick: Tap(
      resonances: [(68, 0.11, 0.8), (97, 0.1, 1), (143, 0.08, 0.6), (201, 0.06, 0.25)],
      contactSeconds: (0.0065, 0.004), scrapeHz: 200, scrapeRingSeconds: 0.05, scrapeLevel: 0.3),
    .snare: Tap(
      resonances: [(430, 0.05, 0.5), (610, 0.045, 0.8), (905, 0.04, 0.8), (1_370, 0.03, 0.6)],
      contactSeconds: (0.0009, 0.0005), scrapeHz: 1_050, scrapeRingSeconds: 0.045,
      scrapeLevel: 1.2),
    .hihatClosed: Tap(
      resonances: [
        (3_180, 0.14, 0.5), (4_630, 0.17, 1), (6_940, 0.12, 0.8), (9_210, 0.08, 0.6),
        (12_300, 0.05, 0.4),
      ],
      contactSeconds: (0.0001, 0.00005), scrapeHz: 8_500, scrapeRingSeconds: 0.004,
      scrapeLevel: 0.5),
  ],
  groove: Groove(
    beatsPerMinute: 108,
    bars: [
      "K.h.S.h.K.k.S.h.", "K.h.S.hik.k.S.h.", "K.hhS.h.k.k.S.hh", "KqhiS.hik.kqS.hi",
      "K..kS..k..k.S.h.", "K.hkS.hk.ik.S.hi", "K.h.S.hiK.kiS.hi",
      "K.h.z.s.s.S.h.h.HhHhHhHhS.S.K.K.",
      "K.h.S.h.K.k.S.h.", "K.hiS.hzk.kzS.H.", "K.hiSzhik.kiSzSS",
    ], looseSeconds: 0.005),
  room: Room(
    sizeMetres: [7.2, 5.1, 2.8], tailSeconds: 0.42, reflectionGain: 0.2, tailGain: 0.08,
    absorptionHz: 6_000),
  background: Background(humHz: 50, humDecibels: -56, fanDecibels: -52, hissDecibels: -68),
  peakDecibels: -8, seed: 2_207)

/// Fist on a door, claps, finger snaps, from whispers to blows, in a bare stairwell.
private let knocksAndClapsTake = Take(
  name: "knocks-and-claps",
  taps: [
    .kick: Tap(
      resonances: [(91, 0.12, 0.9), (124, 0.1, 1), (171, 0.09, 0.7), (236, 0.06, 0.3)],
      contactSeconds: (0.006, 0.004), scrapeHz: 260, scrapeRingSeconds: 0.03, scrapeLevel: 0.3),
    .snare: Tap(
      resonances: [(720, 0.02, 0.5), (1_060, 0.022, 1), (1_390, 0.018, 0.7)],
      contactSeconds: (0.0007, 0.0004), scrapeHz: 1_150, scrapeRingSeconds: 0.026,
      scrapeLevel: 1.6, landings: 2),
    .hihatClosed: Tap(
      resonances: [(3_300, 0.018, 0.7), (4_100, 0.02, 1), (5_600, 0.014, 0.6), (7_700, 0.01, 0.4)],
      contactSeconds: (0.00014, 0.00006), scrapeHz: 5_200, scrapeRingSeconds: 0.014,
      scrapeLevel: 0.9),
  ],
  groove: Groove(
    beatsPerMinute: 88,
    bars: [
      "q.i.z.i.q.q.z.i.", "k.h.s.h.k.k.s.h.", "K.h.S.h.k.k.S.h.", "K.hiS.hiK.kiS.hi",
      "K.kkS.hih.k.S.hi", "q.hiz.hiq.qiz.hi", "k.hzs.hzk.kzs.hz",
      "K.h.S.h.zzsszzssSSSS....K.......",
      "K..hS..hK.k.S.H.",
    ], swing: 0.18, looseSeconds: 0.006),
  room: Room(
    sizeMetres: [5.4, 3.1, 6.5], tailSeconds: 0.62, reflectionGain: 0.24, tailGain: 0.09,
    absorptionHz: 7_000),
  background: Background(humHz: 60, humDecibels: -70, fanDecibels: -60, hissDecibels: -70),
  peakDecibels: -3, seed: 3_313)
