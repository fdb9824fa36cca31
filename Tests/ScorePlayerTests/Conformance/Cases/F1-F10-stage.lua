--- F1 Without a microphone loudness is 0, and stands wherever a number stands
o:set_volume(loudness() + 50) o:play "b"
--> 0 volume o 50.0
--> 0 sound o b 12000
--> heard b 0 gain 0.5
--- F3 A sound may have another rate and one channel
o:sound("r", "r.wav") o:play_and_wait "r" print(frame())
--> 0 sound o r 24000
--> 24000 wait.end play_and_wait o r
--> 24000 print 24000
--> pitch 441 480..23500
--- F3 A file that is not there is an error with its line
o:sound("x", "none.wav")
--> error groove.lua:1: sound: cannot read
--> silent 0..1
--- F3 A file lies beside the score
o:sound("x", "../a.wav")
--> error groove.lua:1: sound: 
--> silent 0..1
--- F4 stop ends all scripts, timers and sounds on its frame
o:when("start", function() while true do o:play_and_wait "b" end end)
p:when("start", function() wait(0.3) stop() print "never" end)
--> 0 sound o b 12000
--> 12000 wait.end play_and_wait o b
--> 12000 sound o b 12000
--> 14400 wait.end wait
--> 14400 wait.end play_and_wait o b
--> 14400 stop
--> heard b 0
--> heard b 12000..14400
--- F4 An object has no effects and its full volume when the score starts
print(o:volume()) o:play "a"
--> 0 print 100
--> 0 sound o a 24000
--> heard a 0
--- F7 An object of a known name is the same one
object("o"):set_volume(50) o:play "b"
--> 0 volume o 50.0
--> 0 sound o b 12000
--> heard b 0 gain 0.5
--- F7 A new object has a strip of its own
local q = object "q" q:sound("b", "b.wav") o:set_volume(0) q:play "b" o:play "b"
--> 0 volume o 0.0
--> 0 sound q b 12000
--> 0 sound o b 12000
--> heard b 0
--- F8 Scripts of the start run at once, in the order in which they were given
o:when("start", function(e) print("one", e.frame) end) p:when("start", function() print "two" end) print "text"
--> 0 print text
--> 0 print one	0
--> 0 print two
--> silent 0..100
--- F8 A pad that is struck starts its scripts, and any pad those of any
o:when("pad", "kick", function(e) print("kick", e.source) end) o:when("pad", function(e) print("any") end)
hit("kick", 0.5) hit("snare", 0.5)
--> 0 hit kick 0.5
--> 0 hit snare 0.5
--> 0 print kick	score
--> 0 print any
--> 0 print any
--> sounds 0..9000 left
--- F8 Each event starts a new script, while the one before still runs
p:when("message", "go", function() p:play_and_wait "a" print(frame()) end)
broadcast "go" wait(0.1) broadcast "go"
--> 0 message go
--> 0 sound p a 24000
--> 4800 wait.end wait
--> 4800 message go
--> 4800 sound p a 24000
--> 4800 wait.end play_and_wait p a
--> 4800 print 4800
--> 28800 wait.end play_and_wait p a
--> 28800 print 28800
--> heard a 0..4800
--> heard a 4800
--- F9 broadcast goes on at once
p:when("message", "go", function() wait(0.1) print "answer" end) broadcast "go" print "on"
--> 0 message go
--> 0 print on
--> 4800 wait.end wait
--> 4800 print answer
--> silent 0..100
--- F9 broadcast_and_wait goes on after the last of them has ended
o:when("message", "go", function() o:play_and_wait "a" end)
p:when("message", "go", function() wait(0.1) end)
broadcast_and_wait "go" print(frame())
--> 0 message go
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 24000 wait.end play_and_wait o a
--> 24000 wait.end broadcast_and_wait
--> 24000 print 24000
--> heard a 0
--- F9 Where nobody waits for the message both go on at once
broadcast "no" broadcast_and_wait "no" print(frame())
--> 0 message no
--> 0 message no
--> 0 print 0
--> silent 0..100
--- F10 A number may be a formula, a variable, a function
local x = 3 o:set_volume(x * 10 + math.floor(2.7) * tempo() / 6) o:play "b"
--> 0 volume o 50.0
--> 0 sound o b 12000
--> heard b 0 gain 0.5
--- Order Two things due on the same frame happen in the order in which they were asked for
o:when("start", function() wait(0.1) print "first" end)
o:when("start", function() wait(0.05) wait(0.05) print "second" end)
p:when("start", function() o:rest(0.1) print "third" end)
--> 2400 wait.end wait
--> 4800 wait.end wait
--> 4800 print first
--> 4800 wait.end rest
--> 4800 print third
--> 4800 wait.end wait
--> 4800 print second
--> silent 0..100
--- Buses What objects sound is on the bus of instruments, and what is said on that of speech
command{command="mix.bus", bus="instruments", gain=0.1} wait(0.1) o:play "a"
--> 4800 wait.end wait
--> 4800 sound o a 24000
--> heard a 4800 gain 0.1
--- Buses A gain of the speech leaves the sounds
command{command="mix.bus", bus="speech", mute=true} wait(0.1) o:speak "one" o:play "a"
--> 4800 wait.end wait
--> 4800 speech o one *
--> 4800 sound o a 24000
--> heard a 4800
--- Buses A gain of the drums leaves the sounds
command{command="mix.bus", bus="drums", mute=true} wait(0.1) o:play_drum("bass drum", 0) o:play "a"
--> 4800 wait.end wait
--> 4800 drum o bass drum kick 0
--> 4800 wait.end play_drum
--> 4800 sound o a 24000
--> heard a 4800
