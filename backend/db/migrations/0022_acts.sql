-- The log of all staff actions replaces the tables edition_log and account_log (docs/decisions/0042).
CREATE TABLE "acts" (
	"number" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"actor_id" uuid,
	"act" text NOT NULL,
	"target" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"plan" text,
	"words" jsonb NOT NULL,
	"seals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"previous" text DEFAULT '' NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	CONSTRAINT "acts_previous_unique" UNIQUE("previous")
);
--> statement-breakpoint
CREATE INDEX "acts_act_number_index" ON "acts" USING btree ("act","number");--> statement-breakpoint
CREATE INDEX "acts_actor_id_number_index" ON "acts" USING btree ("actor_id","number");--> statement-breakpoint
CREATE INDEX "acts_actor_index" ON "acts" USING btree (("words" -> 'actor' ->> 'text'),"number");--> statement-breakpoint
CREATE INDEX "acts_at_index" ON "acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "acts_target_index" ON "acts" USING gin ("target" jsonb_path_ops) WITH (fastupdate=false);
--> statement-breakpoint
-- Returns the salted hash of a typed text. The hash of a log line covers this value instead of the text, so
-- that the text can be erased.
CREATE FUNCTION act_seal(word jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(sha256(convert_to((word ->> 'salt') || (word ->> 'text'), 'UTF8')), 'hex');
--> statement-breakpoint
-- Returns the hash of a log line. The verification of the log joins the same texts.
CREATE FUNCTION act_sha256(line acts) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(concat_ws(E'\n',
  line.number, (extract(epoch FROM line.at) * 1000)::bigint, line.level, coalesce(line.actor_id::text, ''), line.act,
  line.target, line.data, coalesce(line.plan, ''), line.seals, line.previous
), 'UTF8')), 'hex');
--> statement-breakpoint
-- Numbers a new log line and adds it to the hash chain. The lock lasts until the commit, so that all
-- instances add lines one after the other.
CREATE FUNCTION chain_act() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last acts;
BEGIN
  -- Keep the lines of a restored backup unchanged. The command verify-log reports lines that break the chain.
  IF NEW.sha256 <> '' THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('acts', 0));
  SELECT * INTO last FROM acts ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(last.number, 0) + 1;
  NEW.previous := coalesce(last.sha256, '');
  NEW.seals := coalesce((SELECT jsonb_object_agg(key, act_seal(value)) FROM jsonb_each(NEW.words)), '{}');
  NEW.sha256 := act_sha256(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER chain_act BEFORE INSERT ON "acts" FOR EACH ROW EXECUTE FUNCTION chain_act();
--> statement-breakpoint
-- Refuses every change of a log line, except the erasure of texts: after a later line records a person's
-- erasure, the reasons about the person and a typed name that is the person's address can be deleted.
CREATE FUNCTION keep_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - 'words' = to_jsonb(OLD) - 'words'
    AND NEW.words = OLD.words - ARRAY(SELECT key FROM jsonb_object_keys(OLD.words) AS key WHERE NOT NEW.words ? key)
    AND EXISTS (
      SELECT FROM acts AS erasure WHERE erasure.act = 'user.erase' AND erasure.number > OLD.number
        AND (NEW.words ? 'reason' = OLD.words ? 'reason' OR erasure.target ->> 'user' = OLD.target ->> 'user')
    )
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the journal is append-only: % of acts is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_act BEFORE UPDATE OR DELETE ON "acts" FOR EACH ROW EXECUTE FUNCTION keep_act();--> statement-breakpoint
CREATE TRIGGER keep_acts BEFORE TRUNCATE ON "acts" FOR EACH STATEMENT EXECUTE FUNCTION keep_act();
--> statement-breakpoint
-- Copies the lines of the two former logs. Omits reasons about persons who have been erased.
INSERT INTO "acts" ("at", "level", "act", "target", "data", "words")
SELECT old.at, CASE actor WHEN 'configuration' THEN actor ELSE 'command' END, act, jsonb_strip_nulls(target), data,
  CASE actor WHEN 'configuration' THEN '{}' ELSE
    jsonb_build_object('actor', jsonb_build_object('text', actor, 'salt', gen_random_uuid())) END
  || CASE WHEN reason = '' OR person.erased_at IS NOT NULL AND act <> 'user.erase' THEN '{}' ELSE
    jsonb_build_object('reason', jsonb_build_object('text', reason, 'salt', gen_random_uuid())) END
FROM (
  SELECT log.id, log.at, log.actor, log.reason,
    CASE
      WHEN log.action = 'evaluation_reopened' THEN 'evaluation.reopen'
      WHEN log.action LIKE 'funnel\_%' THEN 'funnel.' || CASE log.action
        WHEN 'funnel_selected' THEN 'select' WHEN 'funnel_undone' THEN 'undo'
        WHEN 'funnel_corrected' THEN 'correct' ELSE 'release' END
      ELSE 'edition.' || log.action
    END AS act,
    CASE log.action
      WHEN 'remove' THEN jsonb_build_object('year', log.data ->> 'year')
      ELSE jsonb_build_object('edition', editions.id, 'year', editions.year::text,
        'user', coalesce(users.id::text, log.data ->> 'evaluator'))
    END AS target,
    CASE log.action WHEN 'remove' THEN '{}' ELSE log.data - 'email' - 'evaluator' END AS data
  FROM edition_log AS log
  JOIN editions ON editions.id = log.edition_id
  LEFT JOIN users ON users.email = log.data ->> 'email'
  UNION ALL
  SELECT id, at, actor, reason,
    'user.' || split_part(regexp_replace(action, '^(reset|keep) second factor$', 'second-factor-\1'), ' ', 1),
    jsonb_build_object('user', user_id),
    jsonb_strip_nulls(jsonb_build_object(
      'role', substring(action FROM '^(?:grant|revoke|invite) (\w+)'),
      'despite', substring(action FROM ' despite (.+)$')
    ))
  FROM account_log
) AS old
LEFT JOIN users AS person ON person.id::text = old.target ->> 'user'
ORDER BY old.at, old.id;
--> statement-breakpoint
-- Empties the former log tables but keeps them, because an older build can still write to them during an
-- upgrade. A later migration drops them.
DELETE FROM edition_log;--> statement-breakpoint
DELETE FROM account_log;
