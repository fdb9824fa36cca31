--- B11 It plays the note, and the script goes on exactly after the beats
o:play_note(69, 0.5) print(frame())
--> 0 note o 69.0 24000
--> 24000 wait.end play_note
--> 24000 print 24000
--> pitch 440 2400..24000
--> silent 25000..26000
--- B11 One more is a semitone
o:play_note(70, 1)
--> 0 note o 70.0 48000
--> 48000 wait.end play_note
--> pitch 466.16376 2400..43200
--- B11 Parts of a semitone count
o:play_note(68.5, 1)
--> 0 note o 68.5 48000
--> 48000 wait.end play_note
--> pitch 427.47405 2400..43200
--- B11 A note of 0 beats is silent, and nothing waits
o:play_note(69, 0) print(frame())
--> 0 note o 69.0 0
--> 0 wait.end play_note
--> 0 print 0
--> silent 0..2000
--- B11 A note beyond 0 to 130 is the nearest
o:play_note(200, 0.5) o:play_note(-5, 0.5)
--> 0 note o 130.0 24000
--> 24000 wait.end play_note
--> 24000 note o 0.0 24000
--> 48000 wait.end play_note
--> pitch 14917.24 2400..24000
--- B11 Several scripts play several notes at a time
o:when("start", function() o:play_note(69, 1) end)
o:when("start", function() o:play_note(81, 1) end)
--> 0 note o 69.0 48000
--> 0 note o 81.0 48000
--> 48000 wait.end play_note
--> 48000 wait.end play_note
--> pitch 440 2400..43200
--> pitch 880 2400..43200
--- B11 Two scripts play the same note, and each ends its own
o:when("start", function() o:play_note(69, 0.5) end)
o:when("start", function() o:play_note(69, 1) end)
--> 0 note o 69.0 24000
--> 0 note o 69.0 48000
--> 24000 wait.end play_note
--> 48000 wait.end play_note
--> sounds 0..24000
--> pitch 440 26400..48000
--> silent 49000..50000
--- B11 Beats that are no number are an error with its line
o:play_note(69, "x")
--> error groove.lua:1: play_note: beats must be a number of at least 0, not "x"
--> silent 0..1
--- B11 Beats below 0 are an error
o:play_note(69, -1)
--> error groove.lua:1: play_note: beats must be a number of at least 0, not -1
--> silent 0..1
--- B12 It holds for the notes from then on
o:set_instrument("flute") o:play_note(69, 0.5)
--> 0 instrument o flute
--> 0 note o 69.0 24000
--> 24000 wait.end play_note
--> pitch 440 2400..24000
--- B12 A note that sounds keeps its instrument
o:when("start", function() o:play_note(69, 1) end)
o:when("start", function() wait(0.25) o:set_instrument(12) end)
--> 0 note o 69.0 48000
--> 12000 wait.end wait
--> 12000 instrument o flute
--> 48000 wait.end play_note
--> pitch 440 2400..43200
--- B12 A number beyond 1 to 21 begins again
o:set_instrument(22) o:set_instrument(0) o:set_instrument(1.6) o:set_instrument(-20)
--> 0 instrument o piano
--> 0 instrument o synth pad
--> 0 instrument o electric piano
--> 0 instrument o piano
--> silent 0..1
--- B12 An instrument that there is not is an error that names those that there are
o:set_instrument("kazoo")
--> error groove.lua:1: set_instrument: there is no instrument "kazoo"; there are piano, electric piano, organ, guitar, electric guitar, bass, pizzicato violin, cello, trombone, clarinet, saxophone, flute, wooden flute, bassoon, choir, vibraphone, music box, steel drum, marimba, synth lead, synth pad
--> silent 0..1
--- B13 The drum sounds to its end, and the script goes on exactly after the beats
o:play_drum(2, 0.05) print(frame())
--> 0 drum o bass drum kick 2400
--> 2400 wait.end play_drum
--> 2400 print 2400
--> heard kick 0
--- B13 A drum of 0 beats sounds
o:play_drum("bass drum", 0) print(frame())
--> 0 drum o bass drum kick 0
--> 0 wait.end play_drum
--> 0 print 0
--> heard kick 0
--- B13 set_instrument does not change it
o:set_instrument("flute") o:play_drum("bass drum", 0)
--> 0 instrument o flute
--> 0 drum o bass drum kick 0
--> 0 wait.end play_drum
--> heard kick 0
--- B13 It sounds together with notes and sounds
o:play "a" o:play_drum("bass drum", 0)
--> 0 sound o a 24000
--> 0 drum o bass drum kick 0
--> 0 wait.end play_drum
--> heard a 0
--> heard kick 0
--- B13 Strokes of the same drum overlap
o:play_drum("bass drum", 0.1) o:play_drum("bass drum", 0)
--> 0 drum o bass drum kick 4800
--> 4800 wait.end play_drum
--> 4800 drum o bass drum kick 0
--> 4800 wait.end play_drum
--> heard kick 0
--> heard kick 4800
--- B13 A number beyond 1 to 18 begins again
o:play_drum(19, 0) o:rest(1) o:play_drum(20, 0)
--> 0 drum o snare snare 0
--> 0 wait.end play_drum
--> 48000 wait.end rest
--> 48000 drum o bass drum kick 0
--> 48000 wait.end play_drum
--> heard snare 0
--> heard kick 48000
--- B13 A drum that there is not is an error that names those that there are
o:play_drum("gong", 1)
--> error groove.lua:1: play_drum: there is no drum "gong"; there are snare, bass drum, side stick, crash, open hi-hat, closed hi-hat, tambourine, hand clap, claves, wood block, cowbell, triangle, bongo, conga, cabasa, guiro, vibraslap, cuica
--> silent 0..1
--- B14 It waits for the beats
o:rest(0.25) print(frame())
--> 12000 wait.end rest
--> 12000 print 12000
--> silent 0..100
--- B14 Parts of frames are kept
set_tempo(137) for i = 1, 137 do o:rest(0.1) end print(frame())
--> 0 tempo 137.0
--> * …
--> 288000 print 288000
--> silent 0..100
--- B14 Beats below 0 are an error
o:rest(-1)
--> error groove.lua:1: rest: beats must be a number of at least 0, not -1
--> silent 0..1
--- B15 The tempo is 60 at first, and one for all objects
print(tempo()) set_tempo(120) o:when("start", function() o:rest(1) print(frame()) end)
p:when("start", function() p:rest(2) print(frame()) end)
--> 0 print 60
--> 0 tempo 120.0
--> 24000 wait.end rest
--> 24000 print 24000
--> 48000 wait.end rest
--> 48000 print 48000
--> silent 0..100
--- B15 Beyond 20 to 500 it is the nearest
set_tempo(1) print(tempo()) set_tempo(1000) print(tempo())
--> 0 tempo 20.0
--> 0 print 20
--> 0 tempo 500.0
--> 0 print 500
--> silent 0..100
--- B15 What has begun keeps its length
o:when("start", function() o:play_note(69, 1) print(frame()) o:rest(1) print(frame()) end)
o:when("start", function() wait(0.1) set_tempo(240) end)
--> 0 note o 69.0 48000
--> 4800 wait.end wait
--> 4800 tempo 240.0
--> 48000 wait.end play_note
--> 48000 print 48000
--> 60000 wait.end rest
--> 60000 print 60000
--> pitch 440 2400..43200
--- B15 wait counts seconds at any tempo
set_tempo(240) wait(0.5) print(frame())
--> 0 tempo 240.0
--> 24000 wait.end wait
--> 24000 print 24000
--> silent 0..100
--- B16 It counts from the tempo before
change_tempo(30) print(tempo()) change_tempo(-15) print(tempo())
--> 0 tempo 90.0
--> 0 print 90
--> 0 tempo 75.0
--> 0 print 75
--> silent 0..100
--- B16 The result stays within 20 to 500
change_tempo(-480) change_tempo(480) change_tempo(480)
--> 0 tempo 20.0
--> 0 tempo 500.0
--> 0 tempo 500.0
--> silent 0..100
