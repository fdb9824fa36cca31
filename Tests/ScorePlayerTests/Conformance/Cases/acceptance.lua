--- 1 The same sound twice in the same object
o:play "a" wait(0.25) o:play "a"
--> 0 sound o a 24000
--> 12000 wait.end wait
--> 12000 sound o a 24000
--> heard a 0..12000
--> heard a 12000
--- 2 The same sound twice in different objects
o:play "a" wait(0.25) p:play "a"
--> 0 sound o a 24000
--> 12000 wait.end wait
--> 12000 sound p a 24000
--> heard a 0
--> heard a 12000
--- 3 A wait is interrupted by the same sound
o:when("start", function() o:play_and_wait "a" o:play "b" end)
o:when("start", function() wait(0.25) o:play "a" end)
--> 0 sound o a 24000
--> 12000 wait.end wait
--> 12000 sound o a 24000
--> 12000 wait.end play_and_wait o a
--> 12000 sound o b 12000
--> heard a 0..12000
--> heard a 12000
--> heard b 12000
--- 4 A wait is not interrupted by a different sound
o:when("start", function() o:play_and_wait "a" o:play "b" end)
o:when("start", function() wait(0.25) o:play "t" end)
--> 0 sound o a 24000
--> 12000 wait.end wait
--> 12000 sound o t 24000
--> 24000 wait.end play_and_wait o a
--> 24000 sound o b 12000
--> heard a 0
--> heard t 12000
--> heard b 24000
--- 5 The script stops until the sound has finished
o:play_and_wait "a" o:play "b"
--> 0 sound o a 24000
--> 24000 wait.end play_and_wait o a
--> 24000 sound o b 12000
--> heard a 0
--> heard b 24000
--- 6 The script continues when the sound has finished
o:play_and_wait "b" p:play_and_wait "b" o:play "a" print(frame())
--> 0 sound o b 12000
--> 12000 wait.end play_and_wait o b
--> 12000 sound p b 12000
--> 24000 wait.end play_and_wait p b
--> 24000 sound o a 24000
--> 24000 print 24000
--> heard b 0
--> heard b 12000
--> heard a 24000
--- 7 After speak the script continues at once
o:speak "one" o:play "a"
--> 0 speech o one *
--> 0 sound o a 24000
--> sounds 0..24000
--- 8 speak_and_wait waits
o:speak_and_wait "one" o:play "a"
--> 0 speech o one *
--> * wait.end speak_and_wait
--> * sound o a 24000
--> sounds 0..24000
--- 9 speak_and_wait is interrupted by speak
o:when("start", function() o:speak_and_wait "one two three four five" o:play "a" end)
o:when("start", function() wait(0.1) p:speak "six" end)
--> 0 speech o one two three four five *
--> 4800 wait.end wait
--> 4800 speech p six *
--> 4800 wait.end speak_and_wait
--> 4800 sound o a 24000
--> sounds 0..24000
--- 10 Three waits, of which the first two are interrupted
for i = 1, 3 do
  o:when("start", function() wait((i - 1) / 10) o:play_and_wait "a" print(i, frame()) end)
end
--> 0 wait.end wait
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o a 24000
--> 4800 wait.end play_and_wait o a
--> 4800 print 1	4800
--> 9600 wait.end wait
--> 9600 sound o a 24000
--> 9600 wait.end play_and_wait o a
--> 9600 print 2	9600
--> 33600 wait.end play_and_wait o a
--> 33600 print 3	33600
--> heard a 0..4800
--> heard a 4800..9600
--> heard a 9600
