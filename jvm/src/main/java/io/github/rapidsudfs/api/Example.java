// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.Serializable;

/**
 * A runnable example.
 *
 * @param sql an expression without columns
 * @param shows the result cast to string, {@code NULL} for null
 */
public record Example(String sql, String shows) implements Serializable {}
