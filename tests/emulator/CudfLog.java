// SPDX-License-Identifier: Apache-2.0

import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Keeps the log of cuDF's Java classes for tests. */
public final class CudfLog extends AbstractAppender {
  private static final String LOGGER = "ai.rapids.cudf";
  private static final List<String> LINES = new ArrayList<>();

  private CudfLog() {
    super("cudf-log", null, null, true, Property.EMPTY_ARRAY);
  }

  /** Keeps errors from now on. */
  public static synchronized void keep() {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    CudfLog log = new CudfLog();
    log.start();
    LoggerConfig config = new LoggerConfig(LOGGER, Level.ERROR, false);
    config.addAppender(log, Level.ERROR, null);
    context.getConfiguration().addLogger(LOGGER, config);
    context.updateLoggers();
    LINES.clear();
  }

  /** Stops keeping errors. */
  public static synchronized void forget() {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    context.getConfiguration().removeLogger(LOGGER);
    context.updateLoggers();
  }

  /** All messages since the start. */
  public static synchronized String text() {
    return String.join("\n", LINES);
  }

  @Override
  public void append(LogEvent event) {
    synchronized (CudfLog.class) {
      LINES.add(event.getMessage().getFormattedMessage());
    }
  }
}
