--- B8 Pan 0 leaves a sound as it is
o:set_effect("pan", 0) o:play "a"
--> 0 effect o pan 0.0
--> 0 sound o a 24000
--> heard a 0
--- B8 Pan -100 is left alone, 3 dB up
o:set_effect("pan", -100) o:play "a"
--> 0 effect o pan -100.0
--> 0 sound o a 24000
--> heard a 0 left 1.4142135 right 0
--- B8 Pan 100 is right alone, 3 dB up
o:set_effect("pan", 100) o:play "a"
--> 0 effect o pan 100.0
--> 0 sound o a 24000
--> heard a 0 left 0 right 1.4142135
--- B8 In between each side has the cosine and the sine of (pan + 100) / 200 of a right angle
o:set_effect("pan", 50) o:play "a"
--> 0 effect o pan 50.0
--> 0 sound o a 24000
--> heard a 0 left 0.5411961 right 1.306563
--- B8 It holds at once for what plays
o:play "a" wait(0.1) o:set_effect("pan", -100)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 effect o pan -100.0
--> heard a 0..4800
--> heard a 4800 from 4800 left 1.4142135 right 0
--- B8 Pan and volume multiply
o:set_effect("pan", -100) o:set_volume(50) o:play "a"
--> 0 effect o pan -100.0
--> 0 volume o 50.0
--> 0 sound o a 24000
--> heard a 0 left 0.70710677 right 0
--- B8 It is of its object alone
o:set_effect("pan", -100) o:set_effect("pitch", 120) p:play "a"
--> 0 effect o pan -100.0
--> 0 effect o pitch 120.0
--> 0 sound p a 24000
--> heard a 0
--- B8 Pan and pitch leave drums as they are
o:set_effect("pan", 100) o:set_effect("pitch", 120) o:play_drum("bass drum", 0)
--> 0 effect o pan 100.0
--> 0 effect o pitch 120.0
--> 0 drum o bass drum kick 0
--> 0 wait.end play_drum
--> heard kick 0
--- B8 Pitch leaves notes as they are
o:set_effect("pitch", 120) o:play_note(69, 1)
--> 0 effect o pitch 120.0
--> 0 note o 69.0 48000
--> 48000 wait.end play_note
--> pitch 440 2400..43200
--- B8 Pitch 120 is an octave higher, and half as long
o:set_effect("pitch", 120) o:play "t"
--> 0 effect o pitch 120.0
--> 0 sound o t 12000
--> pitch 882 480..11500
--> silent 12100..13000
--- B8 Pitch -120 is an octave lower, and twice as long
o:set_effect("pitch", -120) o:play "t"
--> 0 effect o pitch -120.0
--> 0 sound o t 48000
--> pitch 220.5 480..47500
--> silent 48100..49000
--- B8 10 units are a semitone
o:set_effect("pitch", 10) o:play "t"
--> 0 effect o pitch 10.0
--> 0 sound o t *
--> pitch 467.2236 480..22000
--- B8 It holds at once for the pitch of what plays
o:play "t" wait(0.25) o:set_effect("pitch", 120)
--> 0 sound o t 24000
--> 12000 wait.end wait
--> 12000 effect o pitch 120.0
--> pitch 441 480..11500
--> pitch 882 12500..17500
--> silent 18100..19000
--- B8 Beyond its range it is the nearest
o:set_effect("pan", 500) o:set_effect("pitch", -1000) o:set_effect("pitch", 1000) o:set_effect("pan", -101)
--> 0 effect o pan 100.0
--> 0 effect o pitch -360.0
--> 0 effect o pitch 360.0
--> 0 effect o pan -100.0
--> silent 0..1
--- B8 An effect that there is not changes nothing
o:set_effect("sparkle", 1) o:play "a"
--> 0 warning groove.lua:1: set_effect: there is no effect "sparkle", so nothing changes; *
--> 0 sound o a 24000
--> heard a 0
--- B9 It counts from the value before
o:set_effect("pan", -30) o:change_effect("pan", 80) o:play "a"
--> 0 effect o pan -30.0
--> 0 effect o pan 50.0
--> 0 sound o a 24000
--> heard a 0 left 0.5411961 right 1.306563
--- B9 The result stays within the range of the effect, and counts on from there
o:change_effect("pan", 200) o:change_effect("pan", -200) o:change_effect("pitch", 720) o:change_effect("pitch", -240)
--> 0 effect o pan 100.0
--> 0 effect o pan -100.0
--> 0 effect o pitch 360.0
--> 0 effect o pitch 120.0
--> silent 0..1
--- B10 It clears all effects of the object
o:set_effect("pan", 100) o:set_effect("pitch", 120) o:clear_effects() o:play "a"
--> 0 effect o pan 100.0
--> 0 effect o pitch 120.0
--> 0 effect o pan 0.0
--> 0 effect o pitch 0.0
--> 0 sound o a 24000
--> heard a 0
--- B10 It leaves those of the others
o:set_effect("pan", 100) p:clear_effects() o:play "a"
--> 0 effect o pan 100.0
--> 0 sound o a 24000
--> heard a 0 left 0 right 1.4142135
--- B10 It leaves the volume
o:set_volume(50) o:clear_effects() o:play "b"
--> 0 volume o 50.0
--> 0 sound o b 12000
--> heard b 0 gain 0.5
