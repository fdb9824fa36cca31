--- B1 It plays the sound, and the script goes on at once
o:play "a" print(frame())
--> 0 sound o a 24000
--> 0 print 0
--> heard a 0
--- B1 Sounds that start at the same time play at the same time
o:play "a" o:play "b"
--> 0 sound o a 24000
--> 0 sound o b 12000
--> heard a 0
--> heard b 0
--- B1 Different sounds mix, whenever they start
o:play "a" wait(0.1) o:play "b"
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o b 12000
--> heard a 0
--> heard b 4800
--- B1 The same sound of the same object stops, and starts again from its beginning
o:play "a" wait(0.1) o:play "a"
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o a 24000
--> heard a 0..4800
--> heard a 4800
--- B1 The same file under two names is two sounds, which overlap
o:sound("c", "a.wav") o:play "a" wait(0.1) o:play "c"
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o c 24000
--> heard a 0
--> heard a 4800
--- B1 The same sound of two objects is independent
o:play "a" wait(0.1) p:play "a"
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound p a 24000
--> heard a 0
--> heard a 4800
--- B1 Rapid restarts are not ignored
for i = 1, 3 do o:play "a" wait(0.02) end
--> 0 sound o a 24000
--> 960 wait.end wait
--> 960 sound o a 24000
--> 1920 wait.end wait
--> 1920 sound o a 24000
--> 2880 wait.end wait
--> heard a 0..960
--> heard a 960..1920
--> heard a 1920
--- B1 A sound that the object does not have is an error that says how to add it
o:play "x"
--> error groove.lua:1: play: "o" has no sound "x"; give it one: o:sound("x", "file.wav")
--> silent 0..1
--- B2 The script waits until the sound has ended
o:play_and_wait "b" print(frame())
--> 0 sound o b 12000
--> 12000 wait.end play_and_wait o b
--> 12000 print 12000
--> heard b 0
--- B2 Restarted by another script, the one that waits for the first goes on at once
o:when("start", function() o:play_and_wait "a" print("first", frame()) end)
o:when("start", function() wait(0.1) o:play_and_wait "a" print("second", frame()) end)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o a 24000
--> 4800 wait.end play_and_wait o a
--> 4800 print first	4800
--> 28800 wait.end play_and_wait o a
--> 28800 print second	28800
--> heard a 0..4800
--> heard a 4800
--- B2 Another sound of the object does not interrupt it
o:when("start", function() o:play_and_wait "a" print(frame()) end)
o:when("start", function() wait(0.1) o:play "b" end)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o b 12000
--> 24000 wait.end play_and_wait o a
--> 24000 print 24000
--> heard a 0
--> heard b 4800
--- B2 The same sound of another object does not interrupt it
o:when("start", function() o:play_and_wait "a" print(frame()) end)
p:when("start", function() wait(0.1) p:play "a" end)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound p a 24000
--> 24000 wait.end play_and_wait o a
--> 24000 print 24000
--> heard a 0
--> heard a 4800
--- B2 It goes on where all sounds are stopped, once
o:when("start", function() o:play_and_wait "a" print(frame()) end)
p:when("start", function() wait(0.1) stop_all_sounds() wait(1) end)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 wait.end play_and_wait o a
--> 4800 print 4800
--> 52800 wait.end wait
--> heard a 0..4800
--- B2 Where the score stops, the wait is over once, and nothing follows
o:when("start", function() o:play_and_wait "a" print "never" end)
p:when("start", function() wait(0.1) stop() end)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 wait.end play_and_wait o a
--> 4800 stop
--> heard a 0..4800
--- B2 With the pitch effect it waits for the length divided by 2^(pitch / 120)
o:set_effect("pitch", 120) o:play_and_wait "a" print(frame())
o:set_effect("pitch", -120) o:play_and_wait "b" print(frame())
--> 0 effect o pitch 120.0
--> 0 sound o a 12000
--> 12000 wait.end play_and_wait o a
--> 12000 print 12000
--> 12000 effect o pitch -120.0
--> 12000 sound o b 24000
--> 36000 wait.end play_and_wait o b
--> 36000 print 36000
--> sounds 0..12000
--> sounds 12000..36000
--> silent 36100..40000
--- B2 A pitch that changes meanwhile changes how long it waits
o:when("start", function() o:play_and_wait "a" print(frame()) end)
p:when("start", function() wait(0.25) o:set_effect("pitch", 120) end)
--> 0 sound o a 24000
--> 12000 wait.end wait
--> 12000 effect o pitch 120.0
--> 18000 wait.end play_and_wait o a
--> 18000 print 18000
--> sounds 0..18000
--> silent 18100..20000
--- B2 A sound that is not there is an error, and no wait without an end
o:play_and_wait "x" print "never"
--> error groove.lua:1: play_and_wait: "o" has no sound "x"
--> silent 0..1
--- B3 It stops the sounds of all objects at once, and the script goes on
o:play "a" p:play "b" wait(0.1) stop_all_sounds() print(frame())
--> 0 sound o a 24000
--> 0 sound p b 12000
--> 4800 wait.end wait
--> 4800 print 4800
--> heard a 0..4800
--> heard b 0..4800
--- B3 Notes and drums go on
o:play_drum("bass drum", 0) o:play "a" wait(0.05) stop_all_sounds()
--> 0 drum o bass drum kick 0
--> 0 wait.end play_drum
--> 0 sound o a 24000
--> 2400 wait.end wait
--> heard a 0..2400
--> heard kick 0
--- B3 A note goes on
o:when("start", function() o:play_note(69, 0.5) end)
o:when("start", function() wait(0.05) stop_all_sounds() end)
--> 0 note o 69.0 24000
--> 2400 wait.end wait
--> 24000 wait.end play_note
--> sounds 0..24000
--> pitch 440 2400..24000
--- B3 Where nothing plays it does nothing
stop_all_sounds() print(frame())
--> 0 print 0
--> silent 0..100
--- B3 What starts afterwards is heard
o:play "a" wait(0.1) stop_all_sounds() o:play "b"
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 sound o b 12000
--> heard a 0..4800
--> heard b 4800
