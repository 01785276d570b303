// SPDX-License-Identifier: Apache-2.0

package org.example;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** YARN's own mini cluster with one node; it writes its configuration for a client. */
public final class MiniYarn {
  private MiniYarn() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("test.build.data", args[1]);
    var configuration = new YarnConfiguration();
    configuration.setBoolean(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, false);
    configuration.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    configuration.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    configuration.set("yarn.scheduler.capacity.root.queues", "default");
    configuration.set("yarn.scheduler.capacity.root.default.capacity", "100");
    var cluster = new MiniYARNCluster("mini", 1, 1, 1);
    cluster.init(configuration);
    cluster.start();
    // Replaced atomically: Hadoop's classes read this folder, too.
    var written = Path.of(args[0], "part");
    try (OutputStream file = Files.newOutputStream(written)) {
      cluster.getConfig().writeXml(file);
    }
    Files.move(written, Path.of(args[0], "yarn-site.xml"));
    System.out.println("The cluster is ready.");
    Thread.currentThread().join();
  }
}
