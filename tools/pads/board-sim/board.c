// SPDX-License-Identifier: GPL-3.0-or-later
#include "board.h"

#include <avr_adc.h>
#include <avr_ioport.h>
#include <avr_uart.h>
#include <math.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <stdlib.h>
#include <unistd.h>

#include "piezo.h"

enum { FREQUENCY = 16000000 };

/// Addresses of the ATmega328P's registers (its datasheet, "Register Summary").
enum {
  PIN_B = 0x23, PIN_C = 0x26, PIN_D = 0x29,
  TCCR0A = 0x44, OCR0A = 0x47, OCR0B = 0x48,
  TCCR1A = 0x80, OCR1A = 0x88, OCR1B = 0x8A,
  TCCR2A = 0xB0, OCR2A = 0xB3, OCR2B = 0xB4
};

/// Where a pin's PWM is: its timer's control register, the bit that connects it, the register that compares.
static const struct {
  uint8_t control, bit, compare;
} pwm[PINS] = {
  [3] = {TCCR2A, 5, OCR2B}, [5] = {TCCR0A, 5, OCR0B}, [6] = {TCCR0A, 7, OCR0A},
  [9] = {TCCR1A, 7, OCR1A}, [10] = {TCCR1A, 5, OCR1B}, [11] = {TCCR2A, 7, OCR2A}};

static avr_t *avr;
static board_sends send;
static bool is_full;

static double microseconds(avr_cycle_count_t cycle) { return cycle / (FREQUENCY / 1e6); }

static void on_byte(avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  send(value);
}

static void on_full(avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  is_full = value;
}

static void on_room(avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  if (value) is_full = false;
}

/// A conversion begins.
static void on_conversion(avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  const union {
    uint32_t value;
    avr_adc_mux_t mux;
  } chosen = {value};
  const int channel = chosen.mux.src;
  if (chosen.mux.kind != ADC_MUX_SINGLE || channel >= CHANNELS) return;
  const double volts = piezo_volts(channel, microseconds(avr->cycle));
  avr_raise_irq(
    avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + channel), (uint32_t)(volts * 1000));
}

static avr_irq_t *uart(int index) {
  return avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), index);
}

const char *board_load(const char *elf_path, board_sends sends) {
  elf_firmware_t firmware = {{0}};
  if (access(elf_path, R_OK) != 0) return "it cannot be read";
  if (elf_read_firmware(elf_path, &firmware) != 0) return "it is no firmware";
  avr = avr_make_mcu_by_name("atmega328p");
  if (!avr) return "this simavr has no ATmega328P";
  avr_init(avr);
  firmware.frequency = FREQUENCY;
  avr_load_firmware(avr, &firmware);
  avr->frequency = FREQUENCY;
  avr->vcc = avr->avcc = avr->aref = 5000;
  avr->log = LOG_ERROR;
  send = sends;
  uint32_t quiet = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &quiet);
  avr_irq_register_notify(uart(UART_IRQ_OUTPUT), on_byte, NULL);
  avr_irq_register_notify(uart(UART_IRQ_OUT_XOFF), on_full, NULL);
  avr_irq_register_notify(uart(UART_IRQ_OUT_XON), on_room, NULL);
  avr_irq_register_notify(
    avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_conversion, NULL);
  return NULL;
}

void board_reset(void) {
  avr_reset(avr);
  is_full = false;
}

bool board_run(double until_us) {
  const avr_cycle_count_t until = (avr_cycle_count_t)ceil(until_us * (FREQUENCY / 1e6));
  while (avr->cycle < until) {
    const int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) return false;
  }
  return true;
}

double board_now_us(void) { return microseconds(avr->cycle); }

bool board_has_room(void) { return !is_full; }

void board_take(uint8_t byte) { avr_raise_irq(uart(UART_IRQ_INPUT), byte); }

/// The port of a pin, and its bit there.
static uint16_t port_of(int pin, int *bit) {
  *bit = pin < 8 ? pin : pin < 14 ? pin - 8 : pin - 14;
  return pin < 8 ? PIN_D : pin < 14 ? PIN_B : PIN_C;
}

int board_output(int pin) {
  int bit;
  // After the register of inputs comes that of directions, and then that of outputs.
  const uint16_t port = port_of(pin, &bit);
  if (!(avr->data[port + 1] >> bit & 1)) return -1;
  if (pwm[pin].control && avr->data[pwm[pin].control] >> pwm[pin].bit & 1)
    return avr->data[pwm[pin].compare];
  return avr->data[port + 2] >> bit & 1 ? 255 : 0;
}

void board_press(int pin, bool is_high) {
  int bit;
  const uint16_t port = port_of(pin, &bit);
  const char name = port == PIN_B ? 'B' : port == PIN_C ? 'C' : 'D';
  avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(name), bit), is_high);
}
