# Builds StandardFirmata, another firmware than ours, for the simulated board:
#
#   make -C tools/pads -f standard-firmata.mk FIRMATA=~/firmata-arduino SERVO=~/arduino-Servo
#
# FIRMATA and SERVO are clones of github.com/firmata/arduino and github.com/arduino-libraries/Servo; nothing of them is kept
# here. The result is OUT/StandardFirmata.elf.
OUT ?= ../../.build/pads/standard-firmata

ARDUINO := /usr/share/arduino/hardware/arduino/avr
CORE := $(ARDUINO)/cores/arduino
WIRE := $(ARDUINO)/libraries/Wire/src
AVR := -mmcu=atmega328p -DF_CPU=16000000L -DARDUINO=10807 -DARDUINO_AVR_UNO -DARDUINO_ARCH_AVR -I$(CORE) \
  -I$(ARDUINO)/variants/standard -I$(WIRE) -I$(WIRE)/utility -I$(FIRMATA) -I$(SERVO)/src -Os -w -ffunction-sections \
  -fdata-sections -DDECIMAL_DIG=9
SKETCH := $(FIRMATA)/examples/StandardFirmata/StandardFirmata.ino
SOURCES := $(wildcard $(CORE)/*.cpp $(CORE)/*.c $(FIRMATA)/*.cpp $(SERVO)/src/avr/*.cpp $(WIRE)/*.cpp $(WIRE)/utility/*.c)

# avr-gcc has no DECIMAL_DIG before C++17. The sketch calls functions before it defines them, as sketches may.
$(OUT)/StandardFirmata.elf: $(SKETCH) $(SOURCES)
	@mkdir -p $(OUT)
	sed -nE 's/^((void|byte|int|boolean) [a-zA-Z]+\(.*\))$$/\1;/p' $(SKETCH) >$(OUT)/functions.h
	for source in $(SOURCES); do \
	  case $$source in *.c) avr-gcc $(AVR) -std=gnu11 -c $$source -o $(OUT)/$$(basename $$source).o ;; \
	  *) avr-g++ $(AVR) -std=gnu++11 -fno-exceptions -fno-threadsafe-statics -c $$source -o $(OUT)/$$(basename $$source).o ;; \
	  esac || exit 1; done
	avr-g++ $(AVR) -std=gnu++11 -fno-exceptions -fno-threadsafe-statics -include Arduino.h -include Servo.h -include Wire.h \
	  -include Firmata.h -include $(OUT)/functions.h -x c++ -c $(SKETCH) -o $(OUT)/sketch.o
	avr-g++ $(AVR) -Wl,--gc-sections $(OUT)/*.o -o $@
