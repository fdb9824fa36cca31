-- Clap, and a duck answers.
-- flam perform Samples/scores/clap-duck.lua duck.wav --take Samples/takes/knocks-and-claps.flac

local duck = object "duck"
duck:sound("quack", "sounds/duck.flac")

duck:when("hit", function(event)
  -- A hard hit is a loud duck.
  duck:set_volume(40 + 60 * event.velocity)
  duck:play "quack"
end)
