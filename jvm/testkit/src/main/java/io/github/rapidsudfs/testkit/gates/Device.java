package io.github.rapidsudfs.testkit.gates;

import io.github.rapidsudfs.testkit.Fault;

/** What the checks ask of the device: what is open on it, and failures on purpose. */
public interface Device {
  /** Device bytes that are allocated now. */
  long liveBytes();

  /** Open cuDF objects, or -1 where nobody counts them. */
  long openObjects();

  /** Where in the source what is open now was made, in words; empty where that is not known. */
  String whereOpen();

  /** Forgets what was open until now. */
  void reset();

  /** Why a sort of failure cannot be injected, or null where it can. */
  String cannot(Fault fault);

  /** Makes the {@code n}-th allocation or kernel call of this thread fail, once. */
  void arm(Fault fault, long n);

  /** Ends all failing on purpose; true if the failure asked for has happened. */
  boolean disarm();

  /** A name for reports. */
  String name();

  /** The device of this process: the emulator where its agent runs, else a GPU. */
  static Device here() {
    return Devices.HERE;
  }
}
