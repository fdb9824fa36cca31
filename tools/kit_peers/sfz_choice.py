# SPDX-License-Identifier: GPL-3.0-or-later
"""SFZ: which sounds answer a stroke, and what ends them."""
from kit_peers.cases import Case, Chance, Heard, Levels, Moment, Stroke, by_velocity, falling, strike
from kit_peers.sfz_levels import ONE_SHOT

A, B, C, D, E, F = ([Heard(hertz)] for hertz in (500, 800, 1300, 2100, 3400, 5500))


def often(key, count, velocity=127):
    return [Stroke(key, velocity) for _ in range(count)]


TURNS = [
    Case("turns", "seq_position", ONE_SHOT + """
<group> key=36 seq_length=3
<region> sample=a.wav seq_position=1
<region> sample=b.wav seq_position=2
<region> sample=c.wav seq_position=3
""", often(36, 7), heard=[A, B, C, A, B, C, A], within=3),
    Case("turns", "seq_position in another order, one of them twice", ONE_SHOT + """
<group> key=36 seq_length=4
<region> sample=a.wav seq_position=2
<region> sample=b.wav seq_position=1
<region> sample=a.wav seq_position=4
<region> sample=c.wav seq_position=3
""", often(36, 8), heard=[B, A, C, A] * 2, within=3),
    Case("turns", "without seq_position it is the first", ONE_SHOT + """
<region> key=36 sample=a.wav seq_length=2
<region> key=36 sample=b.wav seq_length=2 seq_position=2
""", often(36, 4), heard=[A, B, A, B], within=3, peer_errs="sfizz counts only where seq_position stands"),
    Case("turns", "in each layer of velocity", ONE_SHOT + """
<group> key=36 seq_length=2 hivel=63
<region> sample=a.wav seq_position=1
<region> sample=b.wav seq_position=2
<group> key=36 seq_length=2 lovel=64
<region> sample=c.wav seq_position=1
<region> sample=d.wav seq_position=2
""", [Stroke(36, each) for each in (127, 127, 60, 60, 127, 60)],
         chance=Chance([C, D, [Heard(500, by_velocity(60))], [Heard(800, by_velocity(60))]]), within=4),
    Case("turns", "two lengths together", ONE_SHOT + """
<region> key=36 sample=a.wav seq_length=2 seq_position=1
<region> key=36 sample=b.wav seq_length=2 seq_position=2
<region> key=36 sample=c.wav seq_length=3 seq_position=1
<region> key=36 sample=d.wav seq_length=3 seq_position=2
<region> key=36 sample=e.wav seq_length=3 seq_position=3
""", often(36, 7), heard=[A + C, B + D, A + E, B + C, A + D, B + E, A + C], within=4),
    Case("turns", "one region at all strokes beside some that take turns", ONE_SHOT + """
<region> key=36 sample=a.wav
<region> key=36 sample=b.wav seq_length=3 seq_position=1
<region> key=36 sample=c.wav seq_length=3 seq_position=2
""", often(36, 6), chance=Chance([A + B, A + C, A]), within=4),
    Case("turns", "each key counts for itself", ONE_SHOT + """
<group> seq_length=2
<region> key=36 sample=a.wav seq_position=1
<region> key=36 sample=b.wav seq_position=2
<region> key=38 sample=c.wav seq_position=1
<region> key=38 sample=d.wav seq_position=2
""", strike(36, 38, 38, 36), heard=[A, C, D, B], within=3),
    Case("turns", "lorand and hirand", ONE_SHOT + """
<group> key=36
<region> sample=a.wav hirand=0.25
<region> sample=b.wav lorand=0.25 hirand=0.5
<region> sample=c.wav lorand=0.5 hirand=0.75
<region> sample=d.wav lorand=0.75
""", often(36, 24), chance=Chance([A, B, C, D]), within=4),
    Case("turns", "lorand leaves a share silent", ONE_SHOT + """
<region> key=36 sample=a.wav
<region> key=36 sample=b.wav lorand=0.5
""", often(36, 16), chance=Chance([A, A + B]), within=4),
    Case("turns", "lorand and hirand of two microphones together", ONE_SHOT + """
<region> key=36 sample=a.wav hirand=0.5
<region> key=36 sample=b.wav lorand=0.5
<region> key=36 sample=c.wav hirand=0.5
<region> key=36 sample=d.wav lorand=0.5
""", often(36, 12), chance=Chance([A + C, B + D]), within=4),
    Case("turns", "lorand within turns", ONE_SHOT + """
<group> key=36 seq_length=2
<region> sample=a.wav seq_position=1
<region> sample=b.wav seq_position=2 hirand=0.5
<region> sample=c.wav seq_position=2 lorand=0.5
""", often(36, 16), chance=Chance([A, B, C]), within=4),
    Case("turns", "controller 137, each second note", ONE_SHOT + """
<region> key=36 sample=a.wav hicc137=63
<region> key=36 sample=b.wav locc137=64
""", often(36, 6), chance=Chance([A, B]), within=4),
]

CONDITIONS = [
    Case("condition", "loccN and hiccN, where the kit sets the controller", "<control> set_cc30=64\n" + ONE_SHOT + """
<group> key=36
<region> sample=a.wav locc30=64
<region> sample=b.wav locc30=65
<region> sample=c.wav hicc30=64
<region> sample=d.wav hicc30=63
<region> sample=e.wav locc31=1
<region> sample=f.wav hicc31=0
""", strike(36), heard=[A + C + F]),
    Case("condition", "lohdccN, and set_hdccN", "<control> set_hdcc30=0.5\n" + ONE_SHOT + """
<group> key=36
<region> sample=a.wav lohdcc30=0.4
<region> sample=b.wav lohdcc30=0.6
<region> sample=c.wav hihdcc30=0.6
<region> sample=d.wav locc30=64
""", strike(36), heard=[A + C]),
    Case("condition", "the controllers that MIDI sets at rest", ONE_SHOT + """
<group> key=36
<region> sample=a.wav locc7=100 hicc7=100
<region> sample=b.wav locc10=64 hicc10=64
<region> sample=c.wav locc11=127
<region> sample=d.wav locc4=1
<region> sample=e.wav hicc64=63
<region> sample=f.wav locc1=1
""", strike(36), heard=[A + B + C + E],
         peer_errs="controller 10 stands at a half in sfizz, not at 64 of 127"),
    Case("condition", "controller 131, the velocity", ONE_SHOT + """
<group> key=36 amp_veltrack=0
<region> sample=a.wav hicc131=63
<region> sample=b.wav locc131=64
""", strike((36, 40), (36, 100)), heard=[A, B], within=3,
         peer_errs="sfizz sets the controller after it has chosen"),
    Case("condition", "sw_default, sw_last", """
<global> loop_mode=one_shot sw_lokey=20 sw_hikey=22 sw_default=21
<group> key=36
<region> sample=a.wav sw_last=20
<region> sample=b.wav sw_last=21
<region> sample=c.wav sw_last=22
<region> sample=d.wav
""", strike(36), heard=[B + D]),
    Case("condition", "sw_lolast and sw_hilast", """
<global> loop_mode=one_shot sw_lokey=20 sw_hikey=25 sw_default=23
<group> key=36
<region> sample=a.wav sw_lolast=20 sw_hilast=22
<region> sample=b.wav sw_lolast=23 sw_hilast=25
""", strike(36), heard=[B]),
    Case("condition", "sw_down, sw_up, sw_previous", """
<global> loop_mode=one_shot sw_lokey=20 sw_hikey=25
<group> key=36
<region> sample=a.wav sw_down=20
<region> sample=b.wav sw_up=20
<region> sample=c.wav sw_previous=40
<region> sample=d.wav
""", strike(36), heard=[B + D]),
    Case("condition", "sw_last without sw_default", """
<global> loop_mode=one_shot sw_lokey=20 sw_hikey=22
<group> key=36
<region> sample=a.wav sw_last=20
<region> sample=b.wav sw_last=21
""", strike(36), heard=[A],
         peer_errs="no key was struck, so sfizz plays none of them; Flam plays the first"),
    Case("condition", "pitch wheel, pressure, program, tempo", ONE_SHOT + """
<group> key=36
<region> sample=a.wav lobend=-100 hibend=100
<region> sample=b.wav lobend=1000 hibend=8192
<region> sample=c.wav hichanaft=20
<region> sample=d.wav lochanaft=20
<region> sample=e.wav lobpm=100 hibpm=140
<region> sample=f.wav lobpm=150 hibpm=200
""", strike(36), heard=[A + C + E],
         peer_errs="sfizz_render never learns the tempo"),
    Case("condition", "trigger", ONE_SHOT + """
<group> key=36
<region> sample=a.wav trigger=attack
<region> sample=b.wav trigger=first
<region> sample=c.wav trigger=release
<region> sample=d.wav trigger=release_key
<region> sample=e.wav trigger=legato
""", [Stroke(36)], heard=[A + B]),
    Case("condition", "on_loccN, start_loccN", ONE_SHOT + """
<group> key=36
<region> sample=a.wav
<region> sample=b.wav on_locc64=126 on_hicc64=127
<region> sample=c.wav start_locc4=1 start_hicc4=127
""", strike(36), heard=[A],
         peer_errs="sfizz plays such a region for its key as well as for the controller"),
    Case("condition", "lokey above hikey, and key=-1", ONE_SHOT + """
<region> key=36 sample=a.wav
<region> lokey=40 hikey=30 sample=b.wav
<region> key=-1 sample=c.wav
<region> lokey=-1 hikey=-1 sample=d.wav
""", strike(36), heard=[A]),
    Case("condition", "a region without a key answers all", """
<global> loop_mode=one_shot pitch_keytrack=0
<region> sample=a.wav
<region> key=36 sample=b.wav
""", strike(36), heard=[A + B]),
    Case("condition", "lovel, hivel at their borders", ONE_SHOT + """
<group> key=36 amp_veltrack=0
<region> sample=a.wav lovel=1 hivel=1
<region> sample=b.wav lovel=2 hivel=126
<region> sample=c.wav lovel=127 hivel=127
""", strike((36, 1), (36, 2), (36, 126), (36, 127)), heard=[A, B, B, C], within=4),
]

# A sound that is ended at once fades within 6 ms: it has come to half of its level 0.5 to 3 ms after the stroke that ends it,
# as the shape of the fade is.
FADE = 3.5
FADING = [250, 320, 340, 370, 400]


def choke(*, by=40, ends=36, apart=0.3):
    return [Stroke(ends), Stroke(by, at=round(0.2 + apart, 3))]


CHOKES = [
    Case("choke", "group and off_by", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2
<region> key=40 sample=e.wav group=2
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "polyphony_group and offby, the older names", ONE_SHOT + """
<region> key=36 sample=long.wav polyphony_group=1 offby=2
<region> key=40 sample=e.wav polyphony_group=2
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "the other way round nothing ends", ONE_SHOT + """
<region> key=36 sample=long.wav group=1
<region> key=40 sample=e.wav group=2 off_by=1
""", choke(), moments=[Moment(0, 650, False, 1200, within=1.5)]),
    Case("choke", "off_mode=normal fades by ampeg_release", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2 off_mode=normal ampeg_release=0.3
<region> key=40 sample=e.wav group=2
""", choke(), levels=[Levels(0, 650, FADING, falling(FADING, 300, 0.3))]),
    Case("choke", "off_mode=time and off_time", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2 off_mode=time off_time=0.2
<region> key=40 sample=e.wav group=2
""", choke(), levels=[Levels(0, 650, FADING, falling(FADING, 300, 0.2))]),
    Case("choke", "off_time alone means off_mode=time", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2 off_time=0.2
<region> key=40 sample=e.wav group=2
""", choke(), levels=[Levels(0, 650, FADING, falling(FADING, 300, 0.2))]),
    Case("choke", "off_mode=fast in spite of a long release", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2 off_mode=fast ampeg_release=1
<region> key=40 sample=e.wav group=2
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "a group that ends itself: another key", ONE_SHOT + """
<group> group=1 off_by=1
<region> key=36 sample=long.wav
<region> key=40 sample=e.wav
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "a group that ends itself: the same key", ONE_SHOT + """
<group> group=1 off_by=1
<region> key=36 sample=long.wav hivel=100
<region> key=36 sample=e.wav lovel=101
""", [Stroke(36, 100), Stroke(36, 127, at=0.5)], moments=[Moment(0, 650, False, 1200, within=1.5)]),
    Case("choke", "a soft layer alone is ended", ONE_SHOT + """
<region> key=36 sample=long.wav hivel=63 group=1 off_by=2 amp_veltrack=0
<region> key=36 sample=long2.wav lovel=64 group=1
<region> key=40 sample=e.wav group=2
""", [Stroke(36, 60), Stroke(40, at=0.5), Stroke(36, 127, at=1.6), Stroke(40, at=1.9)],
         moments=[Moment(0, 650, False, 300, within=0.9, tolerance=FADE), Moment(2, 1700, False, 1200, within=1.5)]),
    Case("choke", "one microphone of two has an off_by", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2
<region> key=36 sample=long2.wav group=11
<region> key=40 sample=e.wav group=2
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE), Moment(0, 1700, False, 1200, within=1.5)]),
    Case("choke", "three microphones of three groups, each with its off_by", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=4
<region> key=36 sample=long2.wav group=2 off_by=5
<region> key=40 sample=e.wav group=4
<region> key=40 sample=f.wav group=5
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE), Moment(0, 1700, False, 300, tolerance=FADE)]),
    Case("choke", "only a soft stroke ends it", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2
<region> key=40 sample=e.wav group=2 hivel=63
<region> key=40 sample=f.wav group=3 lovel=64
""", [Stroke(36), Stroke(40, 40, at=0.5), Stroke(36, at=1.6), Stroke(40, 127, at=1.9)],
         moments=[Moment(0, 650, False, 300, within=0.9, tolerance=FADE), Moment(2, 650, False, 1200, within=1.5)]),
    Case("choke", "an open hi-hat by the closed one, as the kit says", ONE_SHOT + """
<region> key=46 sample=long.wav group=1 off_by=2
<region> key=42 sample=e.wav group=2
""", choke(by=42, ends=46), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "a hi-hat of one group: the open one by the closed one", ONE_SHOT + """
<group> group=1 off_by=1
<region> key=46 sample=long.wav
<region> key=42 sample=e.wav
""", choke(by=42, ends=46), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "a hi-hat of one group: the closed one by the open one", ONE_SHOT + """
<group> group=1 off_by=1
<region> key=46 sample=e.wav
<region> key=42 sample=long.wav
""", choke(by=46, ends=42), moments=[Moment(0, 650, False, 1200, within=1.5)],
         peer_errs="plates that part damp nothing: Flam lets the closed one ring, as its documents say"),
    Case("choke", "hi-hats of which the kit says nothing", ONE_SHOT + """
<region> key=46 sample=long.wav
<region> key=42 sample=e.wav
""", choke(by=42, ends=46), moments=[Moment(0, 650, False, 300, tolerance=30)],
         peer_errs="Flam closes the hi-hat by itself, as its documents say"),
    Case("choke", "polyphony=1 of a group", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 polyphony=1
<region> key=40 sample=e.wav group=1 polyphony=1
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "polyphony=2 of a group", ONE_SHOT + """
<group> group=1 polyphony=2
<region> key=36 sample=long.wav
<region> key=38 sample=long2.wav
<region> key=40 sample=e.wav
""", [Stroke(36), Stroke(38, at=0.4), Stroke(40, at=0.6)],
         moments=[Moment(0, 650, False, 400, tolerance=FADE), Moment(1, 1700, False, 1200, within=1.5)]),
    Case("choke", "a hand: a silence that ends a sound, by end=-1", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2
<region> key=40 sample=e.wav end=-1 group=2
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "a hand: a silence that ends a sound, by *silence", ONE_SHOT + """
<region> key=36 sample=long.wav group=1 off_by=2
<region> key=40 sample=*silence group=2
""", choke(), moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "two drums of one group that are ended by a third, each in its own time", ONE_SHOT + """
<group> off_by=2 off_mode=normal
<region> key=36 sample=long.wav group=1 ampeg_release=0.02
<region> key=38 sample=long2.wav group=1 ampeg_release=0.06
<region> key=40 sample=f.wav group=2 off_by=0
""", [Stroke(36), Stroke(38, at=0.25), Stroke(40, at=0.5)],
         moments=[Moment(0, 650, False, 300, tolerance=12), Moment(1, 1700, False, 250, tolerance=32)]),
    Case("choke", "two microphones of a group that ends itself sound together", ONE_SHOT + """
<group> key=36 group=1 off_by=1
<region> sample=long.wav
<region> sample=long2.wav
""", [Stroke(36)], heard=[[Heard(650), Heard(1700)]], moments=[Moment(0, 650, False, 1200, within=1.5)]),
    Case("choke", "polyphony=1 of two group headers without a number", ONE_SHOT + """
<group> polyphony=1
<region> key=36 sample=long.wav
<group> polyphony=1
<region> key=40 sample=e.wav
""", choke(), moments=[Moment(0, 650, False, within=1.5)]),
    Case("choke", "a stroke ends the same drum's earlier strokes: polyphony=1", ONE_SHOT + """
<group> key=36 group=1 polyphony=1 amp_veltrack=0
<region> sample=long.wav hivel=100
<region> sample=e.wav lovel=101
""", [Stroke(36, 90), Stroke(36, 127, at=0.5)], moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "two microphones with note_polyphony=1, each in a group of its own", ONE_SHOT + """
<group> key=36 note_polyphony=1 amp_veltrack=0
<region> sample=long.wav hivel=100 group=1
<region> sample=long2.wav hivel=100 group=2
<region> sample=e.wav lovel=101 group=1
<region> sample=f.wav lovel=101 group=2
""", [Stroke(36, 90), Stroke(36, 127, at=0.5)],
         moments=[Moment(0, 650, False, 300, tolerance=FADE), Moment(0, 1700, False, 300, tolerance=FADE)]),
    Case("choke", "note_polyphony=1", ONE_SHOT + """
<region> key=36 sample=long.wav note_polyphony=1 lovel=101
<region> key=36 sample=e.wav note_polyphony=1 hivel=100
""", [Stroke(36, 127), Stroke(36, 127, at=0.5)], levels=[Levels(0, 650, [100, 350, 1350], [0, 0, 0])]),
    Case("choke", "note_polyphony=1: a harder stroke ends a softer one", ONE_SHOT + """
<group> key=36 note_polyphony=1 amp_veltrack=0
<region> sample=long.wav hivel=100
<region> sample=e.wav lovel=101
""", [Stroke(36, 90), Stroke(36, 127, at=0.5)], moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "note_polyphony=1: a softer stroke ends no harder one (note_selfmask)", ONE_SHOT + """
<group> key=36 note_polyphony=1 amp_veltrack=0
<region> sample=e.wav hivel=100
<region> sample=long.wav lovel=101
""", [Stroke(36, 127), Stroke(36, 90, at=0.5)], moments=[Moment(0, 650, False, 1200, within=1.5)]),
    Case("choke", "note_selfmask=off: any stroke ends the one before", ONE_SHOT + """
<group> key=36 note_polyphony=1 note_selfmask=off amp_veltrack=0
<region> sample=e.wav hivel=100
<region> sample=long.wav lovel=101
""", [Stroke(36, 127), Stroke(36, 90, at=0.5)], moments=[Moment(0, 650, False, 300, tolerance=FADE)]),
    Case("choke", "note_polyphony=2", ONE_SHOT + """
<group> key=36 note_polyphony=2 amp_veltrack=0 seq_length=3
<region> sample=long.wav seq_position=1
<region> sample=long2.wav seq_position=2
<region> sample=e.wav seq_position=3
""", [Stroke(36), Stroke(36, at=0.4), Stroke(36, at=0.6)],
         moments=[Moment(0, 650, False, 400, tolerance=FADE), Moment(1, 1700, False, 1200, within=1.5)]),
    Case("choke", "the same group, without off_by, rings on", ONE_SHOT + """
<group> group=1
<region> key=36 sample=long.wav
<region> key=40 sample=e.wav
""", choke(), moments=[Moment(0, 650, False, 1200, within=1.5)]),
    Case("choke", "off_by=0", ONE_SHOT + """
<region> key=36 sample=long.wav off_by=0
<region> key=40 sample=e.wav
""", choke(), moments=[Moment(0, 650, False, 1200, within=1.5)],
         peer_errs="to sfizz and ARIA group 0 is a group like others; to other players off_by=0 means none"),
]
