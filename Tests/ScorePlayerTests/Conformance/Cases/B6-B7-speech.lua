--- B6 It speaks at once, and the script goes on
o:speak "one" print(frame())
--> 0 speech o one *
--> 0 print 0
--> sounds 0..12000
--- B6 A number is spoken as its words
o:speak(12) print(frame())
--> 0 speech o 12 *
--> 0 print 0
--> sounds 0..12000
--- B6 A new text ends the one before, whoever speaks
o:speak "one two three four five six seven" wait(0.1) p:speak "eight"
--> 0 speech o one two three four five six seven *
--> 4800 wait.end wait
--> 4800 speech p eight *
--> sounds 0..12000
--> silent 72000..72001
--- B6 The volume of the object does not matter
o:set_volume(0) o:speak "one"
--> 0 volume o 0.0
--> 0 speech o one *
--> sounds 0..12000
--- B6 Its effects do not matter
o:set_effect("pan", 100) o:speak_and_wait "one" print(frame() > 12000)
--> 0 effect o pan 100.0
--> 0 speech o one *
--> * wait.end speak_and_wait
--> * print true
--> sounds 0..12000
--- B6 stop_all_sounds leaves it
o:speak "one two three" wait(0.1) stop_all_sounds()
--> 0 speech o one two three *
--> 4800 wait.end wait
--> sounds 12000..24000
--- B7 What follows waits until the text is said
o:speak_and_wait "one" print(frame() > 12000)
--> 0 speech o one *
--> * wait.end speak_and_wait
--> * print true
--> sounds 0..12000
--- B7 Interrupted by another text, it goes on at once
o:when("start", function() o:speak_and_wait "one two three four five" print(frame()) end)
o:when("start", function() wait(0.1) p:speak "six" end)
--> 0 speech o one two three four five *
--> 4800 wait.end wait
--> 4800 speech p six *
--> 4800 wait.end speak_and_wait
--> 4800 print 4800
--> sounds 0..16000
--- B7 A text of nothing is an error
o:speak ""
--> error groove.lua:1: speak: what to say must be a text, not ""
--> silent 0..1
--- B6 Texts may overlap, where that is chosen
set_speech "overlap"
o:when("start", function() o:speak_and_wait "one two three" print "first" end)
o:when("start", function() wait(0.1) p:speak_and_wait "four" print "second" end)
--> 0 speech o one two three *
--> 4800 wait.end wait
--> 4800 speech p four *
--> * wait.end speak_and_wait
--> * print *
--> * wait.end speak_and_wait
--> * print *
--> sounds 0..24000
--- B6 A way to meet that there is not is an error
set_speech "loud"
--> error groove.lua:1: set_speech: texts meet by "latest" or "overlap", not by "loud"
--> silent 0..1
