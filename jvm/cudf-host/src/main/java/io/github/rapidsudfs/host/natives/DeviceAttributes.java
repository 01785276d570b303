package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;

/** The device's attributes: a discrete one. */
@Natives(value = "com.nvidia.spark.rapids.jni.DeviceAttr", bookkeeping = true)
public final class DeviceAttributes {
  private DeviceAttributes() {}

  public static int isDeviceIntegrated() {
    return 0;
  }
}
