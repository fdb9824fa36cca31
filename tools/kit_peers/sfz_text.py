# SPDX-License-Identifier: GPL-3.0-or-later
"""SFZ: how the text is read."""
from kit_peers.cases import Case, Heard, Stroke, strike
from kit_peers.sfz_levels import ONE_SHOT
from kit_peers.sounds import tone

A, B, C, D = ([Heard(hertz)] for hertz in (500, 800, 1300, 2100))

TEXT = [
    Case("text", "#define", """
#define $KICK 36
#define $KICKS 38
#define $NAME a
#define $EXT wav
<global> loop_mode=one_shot
<region> key=$KICK sample=$NAME.$EXT
<region> key=$KICKS sample=b.$EXT
""", strike(36, 38), heard=[A, B], sounds={"a.wav": tone(500), "b.wav": tone(800)},
         peer_errs="of two names that fit, sfizz takes the shorter one"),
    Case("text", "#define within names and within each other", """
#define $CC 30
#define $LOW 3$DIGIT
#define $DIGIT 6
#define $KEY 36
<control> set_cc$CC=127
<global> loop_mode=one_shot
<region> key=$KEY sample=a.wav volume_oncc$CC=-6
""", strike(36), heard=[[Heard(500, -6)]]),
    Case("text", "#define again, further on", """
<global> loop_mode=one_shot
#define $KEY 36
<region> key=$KEY sample=a.wav
#define $KEY 38
<region> key=$KEY sample=b.wav
""", strike(36, 38), heard=[A, B]),
    Case("text", "#include", """
#define $KEY 36
<global> loop_mode=one_shot
<group> volume=-6
#include "parts/kick.sfz"
<group>
#include "parts\\\\snare.sfz"
""".replace("\\\\", "\\"), strike(36, 38), heard=[[Heard(500, -6)], B],
         files={"parts/kick.sfz": "<region> key=$KEY sample=a.wav\n",
                "parts/snare.sfz": "<region> key=38 sample=b.wav\n"}),
    Case("text", "#include of the same file twice, with other values", """
<global> loop_mode=one_shot
#define $KEY 36
#define $SOUND a
#include "one.sfz"
#define $KEY 38
#define $SOUND b
#include "one.sfz"
""", strike(36, 38), heard=[A, B], files={"one.sfz": "<region> key=$KEY sample=$SOUND.wav\n"},
         sounds={"a.wav": tone(500), "b.wav": tone(800)}),
    Case("text", "default_path, and another one further on", """
<control> default_path=one/
<global> loop_mode=one_shot
<region> key=36 sample=x.wav
<control> default_path=two\\
<region> key=38 sample=x.wav
<control> default_path=two/pre
<region> key=45 sample=y.wav
""", strike(36, 38, 45), heard=[A, B, C],
         sounds={"one/x.wav": tone(500), "two/x.wav": tone(800), "two/prey.wav": tone(1300)}),
    Case("text", "note_offset and octave_offset", """
<control> note_offset=2
<global> loop_mode=one_shot
<region> key=34 sample=a.wav
<control> note_offset=0 octave_offset=1
<region> key=26 sample=b.wav
<control> note_offset=1 octave_offset=-1
<region> key=56 sample=c.wav
""", strike(36, 38, 45), heard=[A, B, C]),
    Case("text", "comments", """
// <region> key=36 sample=d.wav
<global> loop_mode=one_shot // volume=-20
/* <region> key=36 sample=d.wav */
<region> key=36 sample=a.wav // volume=-20
/*
volume=-20
*/ volume=-6
<region> /* */ key=38 sample=b.wav
""", strike(36, 38), heard=[[Heard(500, -6)], B]),
    Case("text", "white space, tabs, returns", ONE_SHOT
         + "<region>key=36\tsample=a.wav\r\n   volume=-6\r\n\r\n\t<region>\r\nkey=38\r\nsample=b.wav   \r\n",
         strike(36, 38), heard=[[Heard(500, -6)], B]),
    Case("text", "several regions in a line", ONE_SHOT
         + "<region> key=36 sample=a.wav volume=-6<region> key=38 sample=b.wav <region>sample=c.wav key=45\n",
         strike(36, 38, 45), heard=[[Heard(500, -6)], B, C]),
    Case("text", "spaces around the equals sign", ONE_SHOT + """
<region> key = 36 sample = a.wav
<region> key=38 sample=b.wav
""", strike(36, 38), heard=None),
    Case("text", "names of sounds with spaces and signs", ONE_SHOT + """
<region> key=36 sample=my kick (1).wav volume=-6
<region> key=38 sample=kits & more/Snare #2, hard.wav
<region> sample=it's 50%.wav key=45
""", strike(36, 38, 45), heard=[[Heard(500, -6)], B, C],
         sounds={"my kick (1).wav": tone(500), "kits & more/Snare #2, hard.wav": tone(800), "it's 50%.wav": tone(1300)}),
    Case("text", "names of sounds with backslashes", ONE_SHOT + """
<region> key=36 sample=Drums\\Kick\\a1.wav
<region> key=38 sample=.\\Drums/Kick\\b1.wav
<region> key=45 sample=Drums\\..\\Drums\\Kick\\c1.wav
""", strike(36, 38, 45), heard=[A, B, C],
         sounds={"Drums/Kick/a1.wav": tone(500), "Drums/Kick/b1.wav": tone(800), "Drums/Kick/c1.wav": tone(1300)}),
    Case("text", "names of sounds in other letters", ONE_SHOT + """
<region> key=36 sample=DRUMS/kick1.WAV
<region> key=38 sample=b.wav
""", strike(36, 38), heard=[A, B], sounds={"Drums/Kick1.wav": tone(500)}),
    Case("text", "names of keys", ONE_SHOT + """
<region> key=c2 sample=a.wav
<region> key=D2 sample=b.wav
<region> key=a2 sample=c.wav
<region> lokey=a#2 hikey=Bb2 pitch_keycenter=A#2 sample=d.wav
""", strike(36, 38, 45, 46), heard=[A, B, C, D]),
    Case("text", "numbers with a tail, signs and fractions", ONE_SHOT + """
<region> key=36x sample=a.wav volume=-6dB
<region> key=38.0 sample=b.wav volume=+3
<region> key=45 sample=c.wav volume=-.5
<region> key=047 sample=d.wav volume=-1e1
""", strike(36, 38, 45, 47), heard=[[Heard(500, -6)], [Heard(800, 3)], [Heard(1300, -0.5)], [Heard(2100, -10)]]),
    Case("text", "numbers that are none", ONE_SHOT + """
<region> key=36 sample=a.wav volume=loud
<region> key=38 sample=b.wav pan=
<region> key=45 sample=c.wav volume=
""", strike(36, 38, 45), heard=[A, B, C]),
    Case("text", "numbers beyond their bounds", ONE_SHOT + """
<region> key=36 sample=a.wav pan=150
<region> key=45 sample=c.wav lovel=0 hivel=200
""", strike(36, 45)),
    Case("text", "a group ends where the next begins", """
<global> loop_mode=one_shot
<group> volume=-6 transpose=2
<region> key=36 sample=a.wav
<group>
<region> key=38 sample=b.wav
<global> volume=-3 loop_mode=one_shot
<region> key=45 sample=c.wav
<master> volume=-12
<region> key=47 sample=d.wav
""", strike(36, 38, 45, 47),
         heard=[[Heard(500 * 2 ** (2 / 12), -6)], B, [Heard(1300, -3)], [Heard(2100, -12)]]),
    Case("text", "a master ends the group before it", """
<global> loop_mode=one_shot
<master> volume=-3
<group> volume=-9
<region> key=36 sample=a.wav
<master> pan=0
<region> key=38 sample=b.wav
""", strike(36, 38), heard=[[Heard(500, -9)], B]),
    Case("text", "sound and keys of the group", """
<global> loop_mode=one_shot
<group> sample=a.wav key=36
<region> hivel=63
<region> lovel=64 volume=-6
""", strike((36, 127)), heard=[[Heard(500, -6)]]),
    Case("text", "the last of two counts", ONE_SHOT + """
<region> key=36 key=38 sample=a.wav sample=b.wav volume=-3 volume=-6
""", strike(38), heard=[[Heard(800, -6)]]),
    Case("text", "key after lokey and hikey, and before them", ONE_SHOT + """
<region> lokey=30 hikey=50 key=36 sample=a.wav
<region> key=40 lokey=38 hikey=38 sample=b.wav
""", strike(36, 38), heard=[A, [Heard(800 * 2 ** (-2 / 12))]]),
    Case("text", "opcodes and headers that nobody knows", ONE_SHOT + """
<effect> type=lofi bus=fx1
<midi> note=1
<region> key=36 sample=a.wav unknown_thing=5 hint_ram_based=1
<unknown> volume=-20
<region> key=38 sample=b.wav
""", strike(36, 38), heard=[A, B]),
    Case("text", "capital letters in opcodes and headers", """
<Global> loop_mode=one_shot
<REGION> Key=36 Sample=a.wav
<region> key=38 sample=b.wav
""", strike(38), heard=[B]),
    Case("text", "loopmode, the older name", """
<region> key=36 sample=long.wav loopmode=one_shot
""", [Stroke(36, until=0.4)], heard=[[Heard(650)]]),
    Case("text", "a byte order mark, and no end of line", "\ufeff<region> loop_mode=one_shot key=36 sample=a.wav",
         strike(36), heard=[A], peer_errs="sfizz does not know such a mark"),
    Case("text", "settings before any header", """
volume=-20
<global> loop_mode=one_shot
<region> key=36 sample=a.wav
""", strike(36), heard=[A]),
    Case("text", "a missing sound beside one that is there", ONE_SHOT + """
<region> key=36 sample=missing.wav
<region> key=36 sample=a.wav
""", strike(36), heard=[A]),
    Case("text", "*silence", ONE_SHOT + """
<region> key=36 sample=*silence
<region> key=36 sample=a.wav lovel=64
""", strike((36, 127), (36, 30)), heard=[A, []]),
    Case("text", "*sine", ONE_SHOT + """
<region> key=69 sample=*sine pitch_keycenter=69 ampeg_sustain=0 ampeg_decay=0.5
<region> key=36 sample=a.wav
""", [Stroke(36), Stroke(69, until=0.7)]),
    Case("text", "labels", """
<global> loop_mode=one_shot global_label=All
<master> master_label=Drums
<group> group_label=Kick
<region> region_label=soft sw_label=x key=36 sample=a.wav
""", strike(36), heard=[A]),
]
