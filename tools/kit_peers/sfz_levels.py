# SPDX-License-Identifier: GPL-3.0-or-later
"""SFZ: how loud a stroke is, and on which side."""
import math

from kit_peers.cases import Case, Chance, Heard, Stroke, by_velocity, panned, percent, strike

ONE_SHOT = "<global> loop_mode=one_shot\n"


def curve(points):
    """Straight lines through points of velocity and gain, in decibels at a velocity."""
    points = sorted(({0: 0, 127: 1} | points).items())

    def at(velocity):
        for (left, low), (right, high) in zip(points, points[1:]):
            if velocity <= right:
                return percent(100 * max(1e-6, low + (high - low) * (velocity - left) / (right - left)))
        return 0
    return at


TWO = curve({64: 1})
FOUR = curve({20: 0.1, 64: 0.4, 100: 0.5})


def fade(share, is_power=True):
    return percent(100 * max(1e-6, math.sqrt(share) if is_power else share))


VELOCITY = [
    Case("velocity", "the usual curve", ONE_SHOT + """
<region> key=36 sample=a.wav
""", strike((36, 127), (36, 100), (36, 64), (36, 20)),
         heard=[[Heard(500, by_velocity(each))] for each in (127, 100, 64, 20)]),
    Case("velocity", "amp_veltrack 0, 50, 100", ONE_SHOT + """
<region> key=36 sample=a.wav amp_veltrack=0
<region> key=38 sample=b.wav amp_veltrack=50
<region> key=45 sample=c.wav amp_veltrack=100
""", strike((36, 40), (38, 40), (45, 40), (36, 127), (38, 127), (45, 127)),
         heard=[[Heard(500)], [Heard(800, by_velocity(40, 50))], [Heard(1300, by_velocity(40))],
                [Heard(500)], [Heard(800)], [Heard(1300)]]),
    Case("velocity", "amp_veltrack=-100, softer where it is struck harder", ONE_SHOT + """
<region> key=36 sample=a.wav amp_veltrack=-100
""", strike((36, 40), (36, 100)), heard=[[Heard(500, by_velocity(40, -100))], [Heard(500, by_velocity(100, -100))]]),
    Case("velocity", "amp_velcurve_N, one point", ONE_SHOT + """
<region> key=36 sample=a.wav amp_velcurve_64=1
""", strike((36, 20), (36, 50), (36, 64), (36, 100)),
         heard=[[Heard(500, TWO(each))] for each in (20, 50, 64, 100)]),
    Case("velocity", "amp_velcurve_N, three points", ONE_SHOT + """
<region> key=36 sample=a.wav amp_velcurve_20=0.1 amp_velcurve_64=0.4 amp_velcurve_100=0.5
""", strike((36, 10), (36, 40), (36, 80), (36, 115)),
         heard=[[Heard(500, FOUR(each))] for each in (10, 40, 80, 115)]),
    Case("velocity", "amp_velcurve_N of each layer, full at its top", ONE_SHOT + """
<region> key=36 sample=a.wav hivel=63 amp_velcurve_63=1
<region> key=36 sample=b.wav lovel=64 amp_velcurve_63=0.5
""", strike((36, 30), (36, 63), (36, 64), (36, 127)),
         heard=[[Heard(500, percent(100 * 30 / 63))], [Heard(500)], [Heard(800, percent(50 + 50 / 64))], [Heard(800)]]),
    Case("velocity", "amp_velcurve_N with amp_veltrack", ONE_SHOT + """
<region> key=36 sample=a.wav amp_velcurve_64=1 amp_veltrack=50
""", strike((36, 20), (36, 100)), heard=[[Heard(500, percent(50 + 50 * 20 / 64))], [Heard(500)]]),
    Case("velocity", "amp_veltrack_onccN", "<control> set_cc30=127\n" + ONE_SHOT + """
<region> key=36 sample=a.wav amp_veltrack=0 amp_veltrack_oncc30=100
<region> key=38 sample=b.wav amp_veltrack=100 amp_veltrack_oncc30=-50
""", strike((36, 40), (38, 40)), heard=[[Heard(500, by_velocity(40))], [Heard(800, by_velocity(40, 50))]]),
    Case("layers", "equally loud recordings, the usual curve", ONE_SHOT + """
<group> key=36
<region> sample=a.wav hivel=40
<region> sample=b.wav lovel=41 hivel=90
<region> sample=c.wav lovel=91
""", strike((36, 40), (36, 41), (36, 90), (36, 91), (36, 127)),
         heard=[[Heard(500, by_velocity(40))], [Heard(800, by_velocity(41))], [Heard(800, by_velocity(90))],
                [Heard(1300, by_velocity(91))], [Heard(1300)]]),
    Case("layers", "recorded soft to loud, amp_veltrack=0", """
<global> loop_mode=one_shot amp_veltrack=0
<group> key=36
<region> sample=soft.wav hivel=40
<region> sample=middle.wav lovel=41 hivel=90
<region> sample=c.wav lovel=91
""", strike((36, 20), (36, 40), (36, 41), (36, 90), (36, 91), (36, 127)),
         heard=[[Heard(500, -20)], [Heard(500, -20)], [Heard(800, -9)], [Heard(800, -9)], [Heard(1300)], [Heard(1300)]]),
    Case("layers", "recorded soft to loud, the usual curve", ONE_SHOT + """
<group> key=36
<region> sample=soft.wav hivel=40
<region> sample=middle.wav lovel=41 hivel=90
<region> sample=c.wav lovel=91
""", strike((36, 40), (36, 41), (36, 90), (36, 91), (36, 127)),
         heard=[[Heard(500, -20 + by_velocity(40))], [Heard(800, -9 + by_velocity(41))],
                [Heard(800, -9 + by_velocity(90))], [Heard(1300, by_velocity(91))], [Heard(1300)]]),
    Case("layers", "recorded soft to loud, amp_veltrack=34", ONE_SHOT + """
<group> key=36 amp_veltrack=34
<region> sample=soft.wav hivel=40
<region> sample=middle.wav lovel=41 hivel=90
<region> sample=c.wav lovel=91
""", strike((36, 40), (36, 41), (36, 91)),
         heard=[[Heard(500, -20 + by_velocity(40, 34))], [Heard(800, -9 + by_velocity(41, 34))],
                [Heard(1300, by_velocity(91, 34))]]),
    Case("layers", "a harder layer recorded 9 dB softer", ONE_SHOT + """
<group> key=36 amp_veltrack=0
<region> sample=a.wav hivel=63
<region> sample=middle.wav lovel=64
""", strike((36, 50), (36, 64), (36, 127)), heard=[[Heard(500)], [Heard(800, -9)], [Heard(800, -9)]]),
    Case("layers", "a volume of its own for each", ONE_SHOT + """
<group> key=36 amp_veltrack=0
<region> sample=a.wav hivel=63 volume=-12
<region> sample=b.wav lovel=64 volume=-3
""", strike((36, 50), (36, 64)), heard=[[Heard(500, -12)], [Heard(800, -3)]]),
    Case("layers", "takes of unequal loudness take turns", ONE_SHOT + """
<group> key=36 seq_length=2
<region> sample=a.wav seq_position=1
<region> sample=middle.wav seq_position=2
""", strike((36, 127), (36, 127), (36, 127), (36, 127)),
         heard=[[Heard(500)], [Heard(800, -9)], [Heard(500)], [Heard(800, -9)]]),
    Case("layers", "a gap between two is silent", ONE_SHOT + """
<group> key=36
<region> sample=a.wav hivel=40
<region> sample=b.wav lovel=80
""", strike((36, 40), (36, 60), (36, 80)),
         heard=[[Heard(500, by_velocity(40))], [], [Heard(800, by_velocity(80))]]),
    Case("layers", "two microphones, each with its amp_veltrack", ONE_SHOT + """
<region> key=36 sample=a.wav amp_veltrack=100
<region> key=36 sample=b.wav amp_veltrack=0 volume=-6
""", strike((36, 127), (36, 64), (36, 30)),
         heard=[[Heard(500), Heard(800, -6)], [Heard(500, by_velocity(64)), Heard(800, -6)],
                [Heard(500, by_velocity(30)), Heard(800, -6)]]),
    Case("crossfade", "xfin_ and xfout_ of velocity", ONE_SHOT + """
<group> key=36 amp_veltrack=0
<region> sample=a.wav xfout_lovel=40 xfout_hivel=80
<region> sample=b.wav xfin_lovel=40 xfin_hivel=80
""", strike((36, 30), (36, 50), (36, 60), (36, 75), (36, 100)),
         heard=[[Heard(500)], [Heard(500, fade(0.75)), Heard(800, fade(0.25))],
                [Heard(500, fade(0.5)), Heard(800, fade(0.5))], [Heard(500, fade(0.125)), Heard(800, fade(0.875))],
                [Heard(800)]]),
    Case("crossfade", "xf_velcurve=gain", ONE_SHOT + """
<group> key=36 amp_veltrack=0 xf_velcurve=gain
<region> sample=a.wav xfout_lovel=40 xfout_hivel=80
<region> sample=b.wav xfin_lovel=40 xfin_hivel=80
""", strike((36, 50), (36, 60), (36, 75)),
         heard=[[Heard(500, fade(0.75, False)), Heard(800, fade(0.25, False))],
                [Heard(500, fade(0.5, False)), Heard(800, fade(0.5, False))],
                [Heard(500, fade(0.125, False)), Heard(800, fade(0.875, False))]]),
    Case("crossfade", "between layers, with the usual curve", ONE_SHOT + """
<group> key=36
<region> sample=a.wav hivel=79 xfout_lovel=40 xfout_hivel=80
<region> sample=b.wav lovel=40 xfin_lovel=40 xfin_hivel=80
""", strike((36, 30), (36, 60), (36, 100)),
         heard=[[Heard(500, by_velocity(30))],
                [Heard(500, fade(0.5) + by_velocity(60)), Heard(800, fade(0.5) + by_velocity(60))],
                [Heard(800, by_velocity(100))]]),
    Case("crossfade", "xfin_ and xfout_ of a controller", "<control> set_cc30=32\n" + ONE_SHOT + """
<region> key=36 sample=a.wav xfout_locc30=0 xfout_hicc30=64
<region> key=36 sample=b.wav xfin_locc30=0 xfin_hicc30=64
<region> key=38 sample=c.wav xf_cccurve=gain xfin_locc30=0 xfin_hicc30=64
<region> key=40 sample=d.wav xfin_locc30=64 xfin_hicc30=127
<region> key=40 sample=e.wav
""", strike(36, 38, 40), heard=[[Heard(500, fade(0.5)), Heard(800, fade(0.5))], [Heard(1300, fade(0.5, False))],
                                [Heard(3400)]]),
    Case("crossfade", "of keys", """
<global> loop_mode=one_shot pitch_keytrack=0
<region> lokey=40 hikey=50 sample=a.wav xfout_lokey=40 xfout_hikey=50
<region> lokey=40 hikey=50 sample=b.wav xfin_lokey=40 xfin_hikey=50
""", [Stroke(45), Stroke(41)],
         heard=[[Heard(500, fade(0.5)), Heard(800, fade(0.5))], [Heard(500, fade(0.9)), Heard(800, fade(0.1))]]),
]

LEVELS = [
    Case("level", "volume", ONE_SHOT + """
<region> key=36 sample=a.wav volume=-6
<region> key=38 sample=b.wav volume=4.5
<region> key=45 sample=c.wav gain=-12
""", strike(36, 38, 45), heard=[[Heard(500, -6)], [Heard(800, 4.5)], [Heard(1300, -12)]]),
    Case("level", "volume of a region in place of those above it", """
<global> loop_mode=one_shot volume=-3
<master> volume=-5
<group> volume=-7
<region> key=36 sample=a.wav volume=-9
<region> key=38 sample=b.wav
<group>
<region> key=45 sample=c.wav
<master>
<region> key=47 sample=d.wav
""", strike(36, 38, 45, 47), heard=[[Heard(500, -9)], [Heard(800, -7)], [Heard(1300, -5)], [Heard(2100, -3)]]),
    Case("level", "global_volume, master_volume and group_volume are added", """
<global> loop_mode=one_shot global_volume=-1
<master> master_volume=-2
<group> group_volume=-3
<region> key=36 sample=a.wav volume=-4
<group>
<region> key=38 sample=b.wav
""", strike(36, 38), heard=[[Heard(500, -10)], [Heard(800, -3)]]),
    Case("level", "amplitude", ONE_SHOT + """
<region> key=36 sample=a.wav amplitude=50
<region> key=38 sample=b.wav amplitude=150
<region> key=45 sample=c.wav amplitude=20 volume=6
""", strike(36, 38, 45),
         heard=[[Heard(500, percent(50))], [Heard(800, percent(150))], [Heard(1300, percent(20) + 6)]]),
    Case("level", "amplitudes of global, master and group are multiplied", """
<global> loop_mode=one_shot global_amplitude=80
<master> master_amplitude=50
<group> group_amplitude=50
<region> key=36 sample=a.wav amplitude=50
<group>
<region> key=38 sample=b.wav
""", strike(36, 38), heard=[[Heard(500, percent(10))], [Heard(800, percent(40))]]),
    Case("level", "amplitude=0 is silent", ONE_SHOT + """
<region> key=36 sample=a.wav amplitude=0
<region> key=36 sample=b.wav
""", strike(36), heard=[[Heard(800)]]),
    Case("level", "amp_keytrack", """
<global> loop_mode=one_shot pitch_keytrack=0 amp_keytrack=-2 amp_keycenter=40
<region> lokey=40 hikey=46 sample=a.wav
""", [Stroke(40), Stroke(43), Stroke(46)], heard=[[Heard(500)], [Heard(500, -6)], [Heard(500, -12)]]),
    Case("level", "volume_onccN and gain_ccN", "<control> set_cc30=127 set_cc31=64\n" + ONE_SHOT + """
<region> key=36 sample=a.wav volume_oncc30=-6
<region> key=38 sample=b.wav gain_cc31=-12
<region> key=45 sample=c.wav volume=2 volume_oncc30=-6 volume_oncc31=-6
<region> key=47 sample=d.wav volume_oncc32=-20
""", strike(36, 38, 45, 47), heard=[[Heard(500, -6)], [Heard(800, -12 * 64 / 127)], [Heard(1300, -4 - 6 * 64 / 127)],
                                    [Heard(2100)]]),
    Case("level", "amplitude_onccN", "<control> set_cc30=64\n" + ONE_SHOT + """
<region> key=36 sample=a.wav amplitude_oncc30=100
<region> key=38 sample=b.wav amplitude_oncc31=100
<region> key=45 sample=c.wav amplitude=50 amplitude_oncc30=100
<region> key=47 sample=d.wav
""", strike(36, 38, 45, 47), heard=[[Heard(500, percent(100 * 64 / 127))], [], [Heard(1300, percent(50 * 64 / 127))],
                                    [Heard(2100)]]),
    Case("level", "amplitudes of two controllers are multiplied", "<control> set_cc30=64 set_cc31=32\n" + ONE_SHOT + """
<region> key=36 sample=a.wav amplitude_oncc30=100 amplitude_oncc31=100
""", strike(36), heard=[[Heard(500, percent(100 * 64 / 127) + percent(100 * 32 / 127))]]),
    Case("level", "amplitude_onccN by curves", "<control> set_cc30=64" + """
<curve> curve_index=20 v000=0 v064=0.25 v127=1
<global> loop_mode=one_shot
<region> key=36 sample=a.wav amplitude_oncc30=100 amplitude_curvecc30=4
<region> key=38 sample=b.wav amplitude_oncc30=100 amplitude_curvecc30=20
<region> key=45 sample=c.wav amplitude_oncc30=100 amplitude_curvecc30=2
""", strike(36, 38, 45), heard=[[Heard(500, 40 * math.log10(64 / 127))], [Heard(800, percent(25))],
                                [Heard(1300, percent(100 * 63 / 127))]]),
    Case("level", "the volume's controller 7, where the kit uses it", "<control> set_cc7=64\n" + ONE_SHOT + """
<region> key=36 sample=a.wav amplitude_oncc7=100
<region> key=38 sample=b.wav volume_oncc7=-10
""", strike(36, 38), heard=[[Heard(500, percent(100 * 64 / 127))], [Heard(800, -10 * 64 / 127)]],
         peer_errs="where a kit uses controller 7, sfizz leaves out the channel volume that it adds to all others"),
    Case("level", "amp_random", ONE_SHOT + """
<region> key=36 sample=a.wav amp_random=6
""", [Stroke(36, 127) for _ in range(16)], chance=Chance([[Heard(500, 3)]], decibels=6)),
    Case("level", "controller 131 is the velocity", ONE_SHOT + """
<region> key=36 sample=a.wav amp_veltrack=0 amplitude_oncc131=100
<region> key=38 sample=b.wav amp_veltrack=0 volume_oncc131=12 volume=-12
""", strike((36, 127), (36, 64), (38, 127), (38, 64)),
         heard=[[Heard(500)], [Heard(500, percent(100 * 64 / 127))], [Heard(800)], [Heard(800, -12 + 12 * 64 / 127)]]),
    Case("level", "several regions of one key sound together", ONE_SHOT + """
<group> key=36
<region> sample=a.wav
<region> sample=b.wav volume=-6
<region> sample=c.wav volume=-12 pan=-50
""", strike(36, (36, 64)),
         heard=[[Heard(500), Heard(800, -6), Heard(1300, -12, panned(-50))],
                [Heard(500, by_velocity(64)), Heard(800, -6 + by_velocity(64)),
                 Heard(1300, -12 + by_velocity(64), panned(-50))]]),
    Case("level", "recordings that are 20 dB apart, on keys of their own", ONE_SHOT + """
<region> key=36 sample=soft.wav
<region> key=38 sample=c.wav
""", strike(36, 38), heard=[[Heard(500, -20)], [Heard(1300)]]),
    Case("level", "phase=invert cancels", ONE_SHOT + """
<region> key=36 sample=a.wav
<region> key=36 sample=a.wav phase=invert
<region> key=36 sample=b.wav
""", strike(36), heard=[[Heard(800)]],
         peer_errs="sfizz does not know phase"),
]


def both(hertz, decibels, pan):
    """A tone on both sides at a pan: its level stays."""
    return Heard(hertz, decibels, panned(pan))


# A tone of one side of a stereo sound has half the power of one on both sides.
SIDE = -10 * math.log10(2)
LEFT, RIGHT = -45, 45


def balance(pan):
    """The level of the side to which a stereo sound is panned, or of the other one below 0: in the centre as it is."""
    return SIDE + 20 * math.log10(math.sqrt(2) * math.sin((pan + 100) / 400 * math.pi))


SIDES = [
    Case("sides", "pan of a mono sound", ONE_SHOT + """
<region> key=36 sample=a.wav pan=-100
<region> key=38 sample=b.wav pan=-40
<region> key=45 sample=c.wav pan=25
<region> key=47 sample=d.wav pan=100
""", strike(36, 38, 45, 47),
         heard=[[Heard(500, 0, LEFT)], [both(800, 0, -40)], [both(1300, 0, 25)], [Heard(2100, 0, RIGHT)]]),
    Case("sides", "a stereo sound beside a mono one", ONE_SHOT + """
<region> key=36 sample=sides.wav
<region> key=38 sample=a.wav
""", strike(36, 38), heard=[[Heard(1000, SIDE, LEFT), Heard(1600, SIDE, RIGHT)], [Heard(500)]]),
    Case("sides", "pan of a stereo sound", ONE_SHOT + """
<region> key=36 sample=sides.wav pan=-50
<region> key=38 sample=sides.wav pan=100
""", strike(36, 38),
         heard=[[Heard(1000, balance(50), LEFT), Heard(1600, balance(-50), RIGHT)], [Heard(1600, balance(100), RIGHT)]]),
    Case("sides", "width", ONE_SHOT + """
<region> key=36 sample=sides.wav width=100
<region> key=38 sample=sides.wav width=50
<region> key=45 sample=sides.wav width=0
<region> key=47 sample=sides.wav width=-100
""", strike(36, 38, 45, 47),
         heard=[[Heard(1000, SIDE, LEFT), Heard(1600, SIDE, RIGHT)],
                [Heard(1000, SIDE, panned(-50)), Heard(1600, SIDE, panned(50))],
                [Heard(1000, SIDE), Heard(1600, SIDE)], [Heard(1000, SIDE, RIGHT), Heard(1600, SIDE, LEFT)]]),
    Case("sides", "position of a stereo sound", ONE_SHOT + """
<region> key=36 sample=sides.wav width=0 position=50
<region> key=38 sample=sides.wav position=-50
""", strike(36, 38), heard=[[Heard(1000, SIDE, panned(50)), Heard(1600, SIDE, panned(50))],
                            [Heard(1000, balance(50), LEFT), Heard(1600, balance(-50), RIGHT)]]),
    Case("sides", "position of a mono sound, which has no effect", ONE_SHOT + """
<region> key=45 sample=a.wav position=50
""", strike(45), heard=[[Heard(500)]]),
    Case("sides", "width of a mono sound, which has no effect", ONE_SHOT + """
<region> key=45 sample=a.wav width=0
""", strike(45), heard=[[Heard(500)]]),
    Case("sides", "pan and position together", ONE_SHOT + """
<region> key=36 sample=sides.wav width=0 pan=-30 position=60
""", strike(36), heard=[[Heard(1000, balance(30), panned(60)), Heard(1600, balance(-30), panned(60))]]),
    Case("sides", "pan_onccN and pan_curveccN", "<control> set_cc30=127 set_cc31=32 set_cc10=0\n" + ONE_SHOT + """
<region> key=36 sample=a.wav pan_oncc30=50
<region> key=38 sample=b.wav pan_oncc31=100 pan_curvecc31=1
<region> key=45 sample=c.wav pan=-50 pan_oncc30=100
""", strike(36, 38, 45), heard=[[both(500, 0, 50)], [both(800, 0, 100 * (2 * 32 / 127 - 1))], [both(1300, 0, 50)]],
         peer_errs="with a curve sfizz plays it hard left, wherever the controller stands"),
    Case("sides", "pan_oncc10, the panorama's own controller", "<control> set_cc10=32\n" + ONE_SHOT + """
<region> key=36 sample=a.wav pan_oncc10=100
""", strike(36), heard=[[both(500, 0, 100 * (2 * 32 / 127 - 1))]],
         peer_errs="sfizz reads it from the middle to the right; the panorama of MIDI has its middle at 64"),
    Case("sides", "pan of a group, and of a region in its place", """
<global> loop_mode=one_shot pan=-20
<group> pan=40
<region> key=36 sample=a.wav
<region> key=38 sample=b.wav pan=0
<group>
<region> key=45 sample=c.wav
""", strike(36, 38, 45), heard=[[both(500, 0, 40)], [Heard(800)], [both(1300, 0, -20)]]),
]
