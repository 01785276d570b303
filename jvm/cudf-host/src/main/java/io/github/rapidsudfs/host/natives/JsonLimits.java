package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;

/** What the plugin asks about JSON when it starts. */
@Natives(value = "com.nvidia.spark.rapids.jni.JSONUtils", bookkeeping = true)
public final class JsonLimits {
  private JsonLimits() {}

  public static int getMaxJSONPathDepth() {
    return 16;
  }
}
