-- Versions in user agents
-- Agents of HTTP libraries whose version is a semantic one, newest major version first.
WITH agents AS (
  SELECT tags, ascii_lower(agent) AS agent,
         parse_semver(regexp_extract(agent, '^[A-Za-z][A-Za-z-]*/([0-9.]+)', 1)) AS version
  FROM crawlers LATERAL VIEW explode(instances) AS agent
)
SELECT regexp_extract(agent, '^([a-z-]+)/', 1) AS client, version.major, version.minor,
       version.patch
FROM agents
WHERE version IS NOT NULL AND array_contains(tags, 'http-library')
ORDER BY version.major DESC, version.minor DESC, version.patch DESC, client
LIMIT 8
