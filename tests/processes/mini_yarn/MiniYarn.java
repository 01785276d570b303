// SPDX-License-Identifier: Apache-2.0

package org.example;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** YARN's own mini cluster, of one node; its configuration is for a client to read. */
public final class MiniYarn {
  private MiniYarn() {}

  public static void main(String[] args) throws Exception {
    var configuration = new YarnConfiguration();
    configuration.setBoolean(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, false);
    configuration.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    configuration.setBoolean(YarnConfiguration.NM_PMEM_CHECK_ENABLED, false);
    var cluster = new MiniYARNCluster("mini", 1, 1, 1);
    cluster.init(configuration);
    cluster.start();
    try (OutputStream file = Files.newOutputStream(Path.of(args[0], "yarn-site.xml"))) {
      cluster.getConfig().writeXml(file);
    }
    System.out.println("The cluster is ready.");
    Thread.currentThread().join();
  }
}
