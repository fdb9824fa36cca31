r"""Bluetooth LE boards without radio: a template of python-dbusmock, whose BlueZ it gives boards with a serial service.

  dbus-daemon --session --nofork --address=unix:path=/tmp/bus &
  export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/tmp/bus
  /usr/bin/python3 -m dbusmock --template tools/pads/bluetooth_board.py &
  tell() { dbus-send --bus=$DBUS_SYSTEM_BUS_ADDRESS --dest=org.bluez / org.bluez.Mock.$1 "${@:2}"; }
  tell AddAdapter string:hci0 string:machine
  uart() { echo 6e40000$1-b5a3-f393-e0a9-e50e24dcca9e; }
  tell AddBoard string:hci0 string:C4:64:E3:01:02:03 string:FIRMATA "string:$(uart 1) $(uart 3) $(uart 2)" \
    string:write-without-response string:/tmp/board boolean:false
  flam devices --bluetooth

Beside what dbusmock's template bluez5 has, the object / answers to these methods of org.bluez.Mock:

  AddBoard(adapter, address, name, "service notify write", "flags of what is written", line, is_known)
      A board; what is behind the radio is a terminal or a pseudo-terminal, `line`. One that is not known is found by a scan.
  SetDelays(address, "0 7.5 30")
      What the board sends arrives so many milliseconds later, in turn; nothing overtakes.
  LoseBoard(address)
      It is out of reach.
  RefuseNext(address, "Connect", "org.bluez.Error.Failed", "words")
      The next call of that method fails.
"""
import os
import termios
import time
import tty

import dbus
from dbusmock import OBJECT_MANAGER_IFACE, mockobject
from dbusmock.templates import bluez5
from dbusmock.templates.bluez5 import *  # noqa: F403: dbusmock looks for their methods here
from gi.repository import GLib

BUS_NAME, MAIN_OBJ, SYSTEM_BUS, IS_OBJECT_MANAGER = bluez5.BUS_NAME, "/", True, True
DEVICE, ADAPTER = bluez5.DEVICE_IFACE, bluez5.ADAPTER_IFACE
SERVICE, CHARACTERISTIC = "org.bluez.GattService1", "org.bluez.GattCharacteristic1"
PIECE_BYTES = 20
MOCK = bluez5.BLUEZ_MOCK_IFACE
load = bluez5.load
boards = {}


def tell_all(member, signature, arguments):
    mockobject.objects["/"].EmitSignal(OBJECT_MANAGER_IFACE, member, signature, arguments)


class Board:
    """A board's end of the radio."""

    def __init__(self, adapter, address, name, uuids, flags, line):
        self.adapter, self.address, self.name, self.flags, self.line = adapter, address, name, flags.split(), line
        self.service, self.notify, self.write = uuids.split()
        self.path = f"/org/bluez/{adapter}/dev_{address.replace(':', '_')}"
        self.delays, self.turn, self.last, self.on_air = [0.0], 0, 0.0, []
        self.descriptor, self.watch, self.is_notifying, self.refusals = None, None, False, {}

    @property
    def device(self):
        return mockobject.objects[self.path]

    def appear(self):
        mockobject.objects["/"].AddDevice(self.adapter, self.address, self.name)
        self.device.UpdateProperties(DEVICE, {"UUIDs": dbus.Array([self.service], signature="s")})
        self.device.AddMethods(DEVICE, [("Connect", "", "", connect), ("Disconnect", "", "", disconnect)])

    def refuse(self, method):
        if method in self.refusals:
            name, words = self.refusals.pop(method)
            raise dbus.exceptions.DBusException(words, name=name)

    def paths(self):
        """The service and its characteristics: one, if the same notifies and is written to."""
        service = self.path + "/service0010"
        same = self.notify == self.write
        return service, service + "/char0011", service + ("/char0011" if same else "/char0014")

    def connect(self):
        self.device.UpdateProperties(DEVICE, {"Connected": dbus.Boolean(True)})
        service, notify, write = self.paths()
        self.add(service, SERVICE, {"UUID": self.service, "Device": dbus.ObjectPath(self.path), "Primary": True}, [])
        for path, uuid in {notify: self.notify, write: self.write}.items():
            flags = (["notify"] if path == notify else []) + (self.flags if path == write else [])
            self.add(path, CHARACTERISTIC, {
                "UUID": uuid, "Service": dbus.ObjectPath(service), "Flags": dbus.Array(flags, signature="s"),
                "Value": dbus.Array([], signature="y"), "Notifying": False, "MTU": dbus.UInt16(23),
            }, [("StartNotify", "", "", start_notify), ("WriteValue", "aya{sv}", "", write_value)])
        self.descriptor = os.open(self.line, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self.descriptor)
        termios.tcflush(self.descriptor, termios.TCIOFLUSH)
        self.watch = GLib.io_add_watch(self.descriptor, GLib.IO_IN | GLib.IO_HUP, self.receive)
        self.device.UpdateProperties(DEVICE, {"ServicesResolved": dbus.Boolean(True)})

    def add(self, path, interface, properties, methods):
        mockobject.objects["/"].AddObject(path, interface, properties, methods)
        mockobject.objects[path].board = self
        tell_all("InterfacesAdded", "oa{sa{sv}}", [dbus.ObjectPath(path), {interface: properties}])

    def disconnect(self):
        if self.descriptor is None:
            return
        GLib.source_remove(self.watch)
        os.close(self.descriptor)
        self.descriptor, self.is_notifying = None, False
        for path in sorted(set(self.paths()), reverse=True):
            interface = mockobject.objects[path].interface
            mockobject.objects["/"].RemoveObject(path)
            tell_all("InterfacesRemoved", "oas", [dbus.ObjectPath(path), [interface]])
        self.device.UpdateProperties(DEVICE, {name: dbus.Boolean(False) for name in ("Connected", "ServicesResolved")})

    def receive(self, _source, condition):
        try:
            piece = os.read(self.descriptor, PIECE_BYTES)
        except OSError:
            piece = b""
        if not piece:
            self.disconnect()
            return False
        delay = self.delays[self.turn % len(self.delays)] / 1000
        self.turn += 1
        self.last = max(self.last, time.monotonic() + delay)
        self.on_air.append(piece)
        wait = self.last - time.monotonic()
        if wait > 0:
            GLib.timeout_add(round(1000 * wait), self.report)
        else:
            self.report()
        return True

    def report(self):
        piece = self.on_air.pop(0)
        if self.descriptor is not None and self.is_notifying:
            value = dbus.Array(piece, signature="y")
            mockobject.objects[self.paths()[1]].UpdateProperties(CHARACTERISTIC, {"Value": value})
        return False


def connect(device):
    board = next(board for board in boards.values() if board.path == device.path)
    board.refuse("Connect")
    board.connect()


def disconnect(device):
    next(board for board in boards.values() if board.path == device.path).disconnect()


def start_notify(characteristic):
    board = characteristic.board
    board.refuse("StartNotify")
    board.is_notifying = True
    characteristic.UpdateProperties(CHARACTERISTIC, {"Notifying": dbus.Boolean(True)})


def write_value(characteristic, value, options):
    board = characteristic.board
    board.refuse("WriteValue")
    kind = {"command": "write-without-response", "request": "write"}[str(options["type"])]
    if kind not in board.flags or len(value) > PIECE_BYTES:
        raise dbus.exceptions.DBusException("not supported", name="org.bluez.Error.NotSupported")
    os.write(board.descriptor, bytes(value))


def start_discovery(adapter):
    if adapter.props[ADAPTER]["DiscoveryFilter"] != {"Transport": "le"}:
        raise dbus.exceptions.DBusException("not the radio of boards", name="org.bluez.Error.Failed")
    adapter.props[ADAPTER]["Discovering"] = True
    for board in boards.values():
        if board.path not in mockobject.objects:
            board.appear()


@dbus.service.method(MOCK, in_signature="ssssssb")
def AddBoard(self, adapter, address, name, uuids, flags, line, is_known):
    board = Board(adapter, address, name, uuids, flags, line)
    boards[address] = board
    mockobject.objects[f"/org/bluez/{adapter}"].AddMethods(ADAPTER, [("StartDiscovery", "", "", start_discovery)])
    if is_known:
        board.appear()


@dbus.service.method(MOCK, in_signature="ss")
def SetDelays(self, address, milliseconds):
    boards[address].delays = [float(delay) for delay in milliseconds.split()]


@dbus.service.method(MOCK, in_signature="s")
def LoseBoard(self, address):
    boards[address].disconnect()


@dbus.service.method(MOCK, in_signature="ssss")
def RefuseNext(self, address, method, name, words):
    boards[address].refusals[method] = (name, words)


@dbus.service.method(MOCK, in_signature="sb")
def SetPowered(self, adapter, is_on):
    mockobject.objects[f"/org/bluez/{adapter}"].UpdateProperties(ADAPTER, {"Powered": dbus.Boolean(is_on)})
