--- B4 The volume is 100 % at first
print(o:volume()) o:play "b"
--> 0 print 100
--> 0 sound o b 12000
--> heard b 0
--- B4 It is a linear amplitude, for what starts later
o:set_volume(40) o:play "b"
--> 0 volume o 40.0
--> 0 sound o b 12000
--> heard b 0 gain 0.4
--- B4 It holds at once for what plays
o:play "a" wait(0.1) o:set_volume(50)
--> 0 sound o a 24000
--> 4800 wait.end wait
--> 4800 volume o 50.0
--> heard a 0..4800
--> heard a 4800 from 4800 gain 0.5
--- B4 Parts of a percent count
o:set_volume(12.5) o:play "b" print(o:volume())
--> 0 volume o 12.5
--> 0 sound o b 12000
--> 0 print 12.5
--> heard b 0 gain 0.125
--- B4 0 % is silent, and what waits still waits
o:set_volume(0) o:play_and_wait "b" print(frame())
--> 0 volume o 0.0
--> 0 sound o b 12000
--> 12000 wait.end play_and_wait o b
--> 12000 print 12000
--> silent 0..12000
--- B4 Beyond 0 to 100 it is the nearest
o:set_volume(-20) print(o:volume()) o:set_volume(150) print(o:volume()) o:play "b"
--> 0 volume o 0.0
--> 0 print 0
--> 0 volume o 100.0
--> 0 print 100
--> 0 sound o b 12000
--> heard b 0
--- B4 It is of its object alone
o:set_volume(0) o:play "a" p:play "b"
--> 0 volume o 0.0
--> 0 sound o a 24000
--> 0 sound p b 12000
--> heard b 0
--- B4 It holds for drums of the object
o:set_volume(50) o:play_drum("bass drum", 0) p:rest(1) p:play_drum("snare", 0)
--> 0 volume o 50.0
--> 0 drum o bass drum kick 0
--> 0 wait.end play_drum
--> 48000 wait.end rest
--> 48000 drum p snare snare 0
--> 48000 wait.end play_drum
--> heard kick 0 gain 0.5
--> heard snare 48000
--- B4 It holds for notes of the object
o:set_volume(0) o:play_note(69, 0.5) p:play_note(69, 0.5)
--> 0 volume o 0.0
--> 0 note o 69.0 24000
--> 24000 wait.end play_note
--> 24000 note p 69.0 24000
--> 48000 wait.end play_note
--> silent 0..24000
--> sounds 24000..48000
--- B4 What is no number is an error with its line
o:set_volume("loud")
--> error groove.lua:1: set_volume: percent must be a number, not "loud"
--> silent 0..1
--- B4 What is not finite is an error, too
o:set_volume(0/0)
--> error groove.lua:1: set_volume: percent must be a number, not
--> silent 0..1
--- B5 It counts from the volume before
o:set_volume(60) o:change_volume(-20) print(o:volume()) o:play "b"
--> 0 volume o 60.0
--> 0 volume o 40.0
--> 0 print 40
--> 0 sound o b 12000
--> heard b 0 gain 0.4
--- B5 The result stays within 0 to 100, and counts on from there
o:change_volume(-180) o:change_volume(30) print(o:volume()) o:change_volume(100) print(o:volume()) o:play "b"
--> 0 volume o 0.0
--> 0 volume o 30.0
--> 0 print 30
--> 0 volume o 100.0
--> 0 print 100
--> 0 sound o b 12000
--> heard b 0
--- B5 -80 is not the same as +80
o:change_volume(-80) o:play "b"
--> 0 volume o 20.0
--> 0 sound o b 12000
--> heard b 0 gain 0.2
--- B5 100 % less 60 is as loud as 40 %
o:change_volume(-60) o:play "b"
--> 0 volume o 40.0
--> 0 sound o b 12000
--> heard b 0 gain 0.4
