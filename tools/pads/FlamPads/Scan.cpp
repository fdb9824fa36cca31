// SPDX-License-Identifier: GPL-3.0-or-later
#include "Scan.h"

#include <Arduino.h>
#include <util/atomic.h>

namespace {

/// Prescaler 32: a conversion takes 13 cycles of 500 kHz, and the interrupt begins the next. Measured: docs/boards.md.
constexpr uint8_t prescaler = _BV(ADPS2) | _BV(ADPS0);
constexpr uint16_t samplesPerSecond = 5400;
/// The supply is the reference; results stand at the left of 16 bits.
constexpr uint8_t reference = _BV(REFS0) | _BV(ADLAR);

/// Hits that wait to be sent: those of all pads twice, and a power of two.
constexpr uint8_t queueSize = 16;

pads::Trigger trigger(samplesPerSecond);
volatile uint16_t samples[pads::padCount];
pads::Hit queue[queueSize];
volatile uint8_t written, taken, lost;
uint8_t channel;

} // namespace

ISR(ADC_vect) {
  const uint16_t value = ADC;
  const uint8_t pad = channel;
  channel = pad + 1 == pads::padCount ? 0 : pad + 1;
  ADMUX = reference | channel;
  ADCSRA |= _BV(ADSC);
  samples[pad] = value;
  pads::Hit hit;
  if (!trigger.sample(pad, value, scan::ticks, hit)) return;
  const uint8_t count = written - taken;
  if (count == queueSize) {
    if (lost < 255) lost++;
    return;
  }
  queue[written % queueSize] = hit;
  written++;
}

namespace scan {

void begin() {
  ADMUX = reference;
  ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADIE) | prescaler;
}

void reset() {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    trigger.reset();
    taken = written;
    lost = 0;
  }
}

uint16_t ticks() { return micros() >> 6 & pads::wireMaximum; }

uint16_t latest(uint8_t channel) {
  uint16_t value;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { value = samples[channel]; }
  return value >> 6;
}

uint16_t setting(uint8_t pad, uint8_t setting) { return trigger.setting(pad, setting); }

uint16_t set(uint8_t pad, uint8_t setting, uint16_t value) {
  uint16_t holds;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { holds = trigger.set(pad, setting, value); }
  return holds;
}

bool take(pads::Hit &hit) {
  bool is = false;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (taken != written) {
      hit = queue[taken % queueSize];
      taken++;
      is = true;
    }
  }
  return is;
}

uint8_t takeLost() {
  uint8_t count;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    count = lost;
    lost = 0;
  }
  return count;
}

} // namespace scan
