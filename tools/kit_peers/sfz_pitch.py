# SPDX-License-Identifier: GPL-3.0-or-later
"""SFZ: at which pitch a stroke sounds, and what of its sound."""
import math

from kit_peers.cases import Case, Chance, Heard, Levels, Moment, Stroke, by_velocity, falling, raised, strike
from kit_peers.sounds import chord, silence, steps, tone
from kit_peers.sfz_levels import ONE_SHOT

PITCH = [
    Case("pitch", "tune and transpose", ONE_SHOT + """
<region> key=36 sample=a.wav tune=50
<region> key=38 sample=b.wav transpose=-5
<region> key=45 sample=c.wav transpose=12 tune=-25
<region> key=47 sample=d.wav pitch=-100
""", strike(36, 38, 45, 47), heard=[[Heard(raised(500, 50))], [Heard(raised(800, -500))], [Heard(raised(1300, 1175))],
                                    [Heard(raised(2100, -100))]]),
    Case("pitch", "tune of a region in place of its group's", """
<global> loop_mode=one_shot tune=10 transpose=1
<group> tune=30
<region> key=36 sample=a.wav
<region> key=38 sample=b.wav tune=-30
<region> key=45 sample=c.wav transpose=0
""", strike(36, 38, 45), heard=[[Heard(raised(500, 130))], [Heard(raised(800, 70))], [Heard(raised(1300, 30))]]),
    Case("pitch", "keys from pitch_keycenter", ONE_SHOT + """
<region> lokey=41 hikey=50 pitch_keycenter=45 sample=a.wav
""", [Stroke(41, pad=45), Stroke(45), Stroke(50)],
         heard=[[Heard(raised(500, -400))], [Heard(500)], [Heard(raised(500, 500))]]),
    Case("pitch", "pitch_keytrack", ONE_SHOT + """
<region> lokey=60 hikey=72 pitch_keycenter=60 pitch_keytrack=50 sample=a.wav
<region> lokey=73 hikey=80 pitch_keycenter=73 pitch_keytrack=0 sample=b.wav
<region> lokey=81 hikey=90 pitch_keycenter=81 pitch_keytrack=-100 sample=c.wav
""", [Stroke(66, pad=60), Stroke(80, pad=73), Stroke(85, pad=81)],
         heard=[[Heard(raised(500, 300))], [Heard(800)], [Heard(raised(1300, -400))]]),
    Case("pitch", "a key of its own and another pitch_keycenter", ONE_SHOT + """
<region> key=36 pitch_keycenter=38 sample=a.wav
<region> lokey=38 hikey=38 pitch_keycenter=36 sample=b.wav
""", strike(36, 38), heard=[[Heard(raised(500, -200))], [Heard(raised(800, 200))]]),
    Case("pitch", "keys that name none where they were recorded", ONE_SHOT + """
<region> lokey=36 hikey=36 sample=a.wav
""", strike(36), heard=[[Heard(500)]],
         peer_errs="the format has it recorded at key 60, and sfizz plays it two octaves low; kits of drums mean it as it is"),
    Case("pitch", "pitch_veltrack", ONE_SHOT + """
<region> key=36 sample=a.wav pitch_veltrack=200
""", strike((36, 127), (36, 64)), heard=[[Heard(raised(500, 200))], [Heard(raised(500, 200 * 64 / 127), by_velocity(64))]]),
    Case("pitch", "tune_onccN and pitch_ccN", "<control> set_cc30=64\n" + ONE_SHOT + """
<region> key=36 sample=a.wav tune_oncc30=100
<region> key=38 sample=b.wav tune=20 pitch_oncc30=-100
""", strike(36, 38), heard=[[Heard(raised(500, 100 * 64 / 127))], [Heard(raised(800, 20 - 100 * 64 / 127))]]),
    Case("pitch", "pitch_random", ONE_SHOT + """
<region> key=36 sample=a.wav pitch_random=40
""", [Stroke(36) for _ in range(16)], chance=Chance([[Heard(raised(500, 20))]], cents=40)),
    Case("pitch", "two octaves up and down", ONE_SHOT + """
<region> key=36 sample=long.wav transpose=24
<region> key=38 sample=long2.wav transpose=-24
""", strike(36, 38), heard=[[Heard(2600)], [Heard(425)]]),
    Case("pitch", "sounds of other sample rates", ONE_SHOT + """
<region> key=36 sample=low.wav
<region> key=38 sample=high.wav
<region> key=45 sample=low.wav tune=-300 volume=-6
""", strike(36, 38, 45), sounds={"low.wav": tone(500), "high.wav": tone(800)}, rates={"low.wav": 44100, "high.wav": 96000},
         heard=[[Heard(500)], [Heard(800)], [Heard(raised(500, -300), -6)]]),
    Case("pitch", "controller 131, the velocity", ONE_SHOT + """
<region> key=36 sample=a.wav amp_veltrack=0 tune_oncc131=600
""", strike((36, 127), (36, 64)), heard=[[Heard(raised(500, 600))], [Heard(raised(500, 600 * 64 / 127))]]),
]

STEPS = steps(500, 1300, 2100, 3400)

PART = [
    Case("part", "offset", ONE_SHOT + """
<region> key=36 sample=steps.wav offset=4800
""", strike(36), sounds={"steps.wav": STEPS}, moments=[Moment(0, 3400, False, 100), Moment(0, 2100, True, 0)]),
    Case("part", "end", ONE_SHOT + """
<region> key=36 sample=steps.wav end=4799
<region> key=38 sample=a.wav end=5000
""", strike(36, 38), sounds={"steps.wav": STEPS}, moments=[Moment(0, 1300, False, 100), Moment(1, 500, False, 5001 / 48)]),
    Case("part", "offset and end", ONE_SHOT + """
<region> key=36 sample=steps.wav offset=2400 end=7199
""", strike(36), sounds={"steps.wav": STEPS}, moments=[Moment(0, 2100, False, 100), Moment(0, 1300, False, 50)]),
    Case("part", "offset and end of a sound of 44100 Hz", ONE_SHOT + """
<region> key=36 sample=low.wav offset=2205 end=6614
""", strike(36), sounds={"low.wav": STEPS}, rates={"low.wav": 44100}, moments=[Moment(0, 2100, False, 100)]),
    Case("part", "end=-1 is silent", ONE_SHOT + """
<region> key=36 sample=a.wav end=-1
<region> key=36 sample=b.wav
""", strike(36), heard=[[Heard(800)]]),
    Case("part", "offset_onccN", "<control> set_cc30=127 set_cc31=64\n" + ONE_SHOT + """
<region> key=36 sample=steps.wav offset_oncc30=2400
<region> key=38 sample=steps.wav offset=2400 offset_cc30=2400
""", strike(36, 38), sounds={"steps.wav": STEPS}, moments=[
        Moment(0, 3400, False, 150, within=0.28), Moment(1, 3400, False, 100, within=0.28)]),
    Case("part", "direction=reverse", ONE_SHOT + """
<region> key=36 sample=steps.wav direction=reverse
""", strike(36), sounds={"steps.wav": STEPS}, moments=[Moment(0, 3400, False, 50), Moment(0, 2100, False, 100)]),
    Case("part", "count", ONE_SHOT + """
<region> key=36 sample=short.wav count=3
""", strike(36), sounds={"short.wav": tone(500, seconds=0.1)},
         moments=[Moment(0, 500, False, 300)]),
    Case("part", "delay", ONE_SHOT + """
<region> key=38 sample=b.wav
<region> key=38 sample=d.wav delay=0.06
""", strike(38), moments=[Moment(0, 2100, True, 60), Moment(0, 800, True, 0)]),
    Case("part", "delay of all that answers a key", ONE_SHOT + """
<region> key=36 sample=a.wav delay=0.05
""", strike(36), moments=[Moment(0, 500, True, 0)],
         peer_errs="Flam cuts off what comes before the hit, as its documents say"),
    Case("part", "delay_onccN", "<control> set_cc30=127\n" + ONE_SHOT + """
<region> key=38 sample=b.wav
<region> key=38 sample=d.wav delay_oncc30=0.06
""", strike(38), moments=[Moment(0, 2100, True, 60), Moment(0, 800, True, 0)]),
    Case("part", "silence before the sound", ONE_SHOT + """
<region> key=36 sample=late.wav
""", strike(36), sounds={"late.wav": silence(0.04) + tone(500)},
         peer_errs="Flam cuts off what comes before the hit, as its documents say", moments=[Moment(0, 500, True, 0)]),
    Case("part", "one microphone later than the other", ONE_SHOT + """
<region> key=36 sample=a.wav
<region> key=36 sample=late.wav
""", strike(36), sounds={"late.wav": silence(0.004) + tone(2100)}, moments=[Moment(0, 2100, True, 4), Moment(0, 500, True, 0)]),
    Case("part", "offset_random", ONE_SHOT + """
<region> key=36 sample=long.wav offset_random=9600
""", [Stroke(36)], heard=[[Heard(650)]]),
    Case("part", "loop_mode=loop_continuous", """
<region> key=36 sample=short.wav loop_mode=loop_continuous loop_start=0 loop_end=4799
""", [Stroke(36, until=0.8, is_held=True)], sounds={"short.wav": tone(500, seconds=0.1)},
         moments=[Moment(0, 500, False, 600, within=1.0, tolerance=5)]),
    Case("part", "loop_mode=loop_sustain", """
<region> key=36 sample=short.wav loop_mode=loop_sustain loop_start=0 loop_end=4799
""", [Stroke(36, until=0.61, is_held=True)], sounds={"short.wav": tone(500, seconds=0.1)}, moments=[
        Moment(0, 500, False, within=1.0, tolerance=5)]),
]

ENVELOPE = [
    Case("envelope", "ampeg_attack", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_attack=0.2
""", [Stroke(36), Stroke(36, at=1.6)], levels=[Levels(0, 650, [20, 50, 100, 150, 190, 250],
                                [20 * math.log10(each) for each in (0.1, 0.25, 0.5, 0.75, 0.95, 1)])]),
    Case("envelope", "ampeg_hold and ampeg_decay to nothing", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_hold=0.05 ampeg_decay=0.4 ampeg_sustain=0
""", strike(36), levels=[Levels(0, 650, [30, 100, 150, 200, 250, 300],
                                falling([30, 100, 150, 200, 250, 300], 50, 0.4))]),
    Case("envelope", "ampeg_decay to a sustained level", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_decay=0.5 ampeg_sustain=25
""", strike(36), levels=[Levels(0, 650, [20, 50, 70, 200, 500],
                                falling([20, 50, 70], 0, 0.5) + [-12.04, -12.04])]),
    Case("envelope", "ampeg_decay=0 with ampeg_sustain", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_sustain=50
""", strike(36), levels=[Levels(0, 650, [50, 200], [-6.02, -6.02])]),
    Case("envelope", "ampeg_decay alone changes nothing", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_decay=0.2
""", strike(36), levels=[Levels(0, 650, [50, 300], [0, 0])]),
    Case("envelope", "ampeg_sustain=0 ends a one-shot", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_decay=0.1 ampeg_sustain=0
""", strike(36), levels=[Levels(0, 650, [20, 50], [-15.63, -39.1])]),
    Case("envelope", "ampeg_release after a key is let go", """
<region> key=36 sample=long.wav loop_mode=no_loop ampeg_release=0.3
""", [Stroke(36, until=0.5, is_held=True)],
         levels=[Levels(0, 650, [250, 340, 380, 420, 460],
                        falling([250, 340, 380, 420, 460], 300, 0.3))]),
    Case("envelope", "ampeg_release is short where it is missing", """
<region> key=36 sample=long.wav loop_mode=no_loop
""", [Stroke(36, until=0.5, is_held=True)], moments=[Moment(0, 650, False, 300, tolerance=5)]),
    Case("envelope", "one_shot sounds on after its key is let go", """
<region> key=36 sample=long.wav loop_mode=one_shot ampeg_release=0.3
""", [Stroke(36, until=0.5)], levels=[Levels(0, 650, [250, 400, 600], [0, 0, 0])]),
    Case("envelope", "ampeg_attack and ampeg_decay", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_attack=0.1 ampeg_hold=0.1 ampeg_decay=0.4 ampeg_sustain=0
""", strike(36), levels=[Levels(0, 650, [50, 150, 250, 300], [-6.02, 0, -9.77, -19.54])]),
    Case("envelope", "ampeg_delay", ONE_SHOT + """
<region> key=36 sample=long.wav
<region> key=36 sample=long2.wav ampeg_delay=0.05
""", strike(36), moments=[Moment(0, 1700, True, 50)]),
    Case("envelope", "ampeg_start", ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_start=50 ampeg_attack=0.2
""", strike(36)),
    Case("envelope", "ampeg_vel2attack", ONE_SHOT + """
<region> key=36 sample=long.wav amp_veltrack=0 ampeg_attack=0.2 ampeg_vel2attack=-0.2
""", [Stroke(36, 32), Stroke(36, 127, at=1.6)], levels=[Levels(0, 650, [20, 50, 100]), Levels(1, 650, [20, 50, 100])]),
    Case("envelope", "ampeg_vel2decay, ampeg_vel2sustain", ONE_SHOT + """
<region> key=36 sample=long.wav amp_veltrack=0 ampeg_decay=0.2 ampeg_vel2decay=0.6 ampeg_sustain=0
<region> key=38 sample=long2.wav amp_veltrack=0 ampeg_decay=0.2 ampeg_sustain=20 ampeg_vel2sustain=60
""", [Stroke(36, 32), Stroke(36, 127, at=1.6), Stroke(38, 32, at=3.0), Stroke(38, 127, at=4.4)],
         levels=[Levels(0, 650, [50, 100]), Levels(1, 650, [50, 100]), Levels(2, 1700, [300]), Levels(3, 1700, [300])]),
    Case("envelope", "ampeg_decay_onccN", "<control> set_cc30=127\n" + ONE_SHOT + """
<region> key=36 sample=long.wav ampeg_decay=0.1 ampeg_decay_oncc30=0.3 ampeg_sustain=0
<region> key=38 sample=long2.wav ampeg_attack_oncc30=0.2
<region> key=45 sample=long.wav ampeg_sustain=0 ampeg_decay=0.2 ampeg_sustain_oncc30=50
""", [Stroke(36), Stroke(38, at=1.6), Stroke(45, at=3.0)],
         levels=[Levels(0, 650, [50, 100], [-9.77, -19.54]), Levels(1, 1700, [50, 100], [-12.04, -6.02]),
                 Levels(2, 650, [300], [-6.02])]),
]

CHORD = chord([250, 1000, 4000, 9000], seconds=0.25, decibels=-6)

FILTERS = [
    Case("filter", "cutoff of a low-pass, two poles as where fil_type is missing", ONE_SHOT + """
<region> key=36 sample=chord.wav cutoff=1000
<region> key=38 sample=chord.wav fil_type=lpf_2p cutoff=1000 resonance=6
""", strike(36, 38), sounds={"chord.wav": CHORD}),
    Case("filter", "lpf_1p, hpf_1p, hpf_2p, bpf_2p", ONE_SHOT + """
<region> key=36 sample=chord.wav fil_type=lpf_1p cutoff=1000
<region> key=38 sample=chord.wav fil_type=hpf_1p cutoff=1000
<region> key=45 sample=chord.wav fil_type=hpf_2p cutoff=1000
<region> key=47 sample=chord.wav fil_type=bpf_2p cutoff=1000
""", strike(36, 38, 45, 47), sounds={"chord.wav": CHORD}),
    Case("filter", "fil_veltrack", ONE_SHOT + """
<region> key=36 sample=chord.wav amp_veltrack=0 cutoff=500 fil_veltrack=4800
""", strike((36, 127), (36, 20)), sounds={"chord.wav": CHORD}),
    Case("filter", "cutoff_onccN", "<control> set_cc30=127\n" + ONE_SHOT + """
<region> key=36 sample=chord.wav cutoff=250 cutoff_oncc30=2400
""", strike(36), sounds={"chord.wav": CHORD}),
    Case("filter", "fileg_", ONE_SHOT + """
<region> key=36 sample=chord.wav cutoff=250 fileg_depth=4800 fileg_decay=0.3 fileg_sustain=0
""", strike(36), sounds={"chord.wav": CHORD}),
    Case("filter", "eq1_ and eq2_", ONE_SHOT + """
<region> key=36 sample=chord.wav eq1_freq=1000 eq1_bw=1 eq1_gain=6 eq2_freq=4000 eq2_bw=2 eq2_gain=-9
""", strike(36), sounds={"chord.wav": CHORD}),
    Case("filter", "eq1_vel2gain", ONE_SHOT + """
<region> key=36 sample=chord.wav amp_veltrack=0 eq1_freq=1000 eq1_bw=1 eq1_vel2gain=12
""", strike((36, 127), (36, 40)), sounds={"chord.wav": CHORD}),
    Case("filter", "pitcheg_, a pitch that falls", ONE_SHOT + """
<region> key=36 sample=long.wav pitcheg_depth=1200 pitcheg_decay=0.05 pitcheg_sustain=50
""", strike(36), after=0.2, heard=[[Heard(raised(650, 600))]]),
]
