"""Registration of functions in a running session, classic or Spark Connect."""
