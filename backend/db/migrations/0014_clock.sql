CREATE TABLE "clock_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Converts the deduplication keys of evaluators' reminders to the common format: recipient, deadline, and
-- hours before the deadline.
UPDATE "outbox" SET "dedupe_key" = format(
  'evaluation_reminder:%s:%s:%s:%s',
  old[1], old[4], floor(extract(epoch FROM old[2]::timestamptz))::bigint, old[3]
)
FROM (
  SELECT "id", regexp_match("dedupe_key", '^evaluation_reminder:(\d+):(.+Z):(\d+):(.+)$') AS old FROM "outbox"
) AS known
WHERE known."id" = "outbox"."id" AND old IS NOT NULL;
