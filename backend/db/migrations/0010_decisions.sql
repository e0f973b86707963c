CREATE TABLE "decision_releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigserial NOT NULL,
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"outcome" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"override" boolean DEFAULT false NOT NULL,
	"correction" boolean DEFAULT false NOT NULL,
	"release_id" uuid,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	"undone_reason" text,
	CONSTRAINT "known_outcome" CHECK (outcome in ('selected', 'not_selected')),
	CONSTRAINT "released_or_undone" CHECK (release_id is null or undone_at is null)
);
--> statement-breakpoint
ALTER TABLE "decision_releases" ADD CONSTRAINT "decision_releases_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_release_id_decision_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."decision_releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_project_id_stage_index" ON "decisions" USING btree ("project_id","stage") WHERE release_id is null and undone_at is null;--> statement-breakpoint
CREATE INDEX "decisions_edition_id_stage_index" ON "decisions" USING btree ("edition_id","stage");--> statement-breakpoint
CREATE INDEX "decisions_project_id_index" ON "decisions" USING btree ("project_id");
--> statement-breakpoint
-- Triggers prevent changes of closed scores and released decisions by the API, an import, or a database user
-- (docs/decisions/0007). The rows are deleted only with their application.
CREATE FUNCTION keep_closed_scores() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	row evaluations;
BEGIN
	IF TG_OP <> 'INSERT' AND NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id) THEN
		RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
	END IF;
	FOREACH row IN ARRAY CASE TG_OP
		WHEN 'INSERT' THEN ARRAY[NEW] WHEN 'DELETE' THEN ARRAY[OLD] ELSE ARRAY[OLD, NEW] END
	LOOP
		-- Takes the lock of backend/evaluations/closing.ts, so that the trigger waits for a concurrent closing and
		-- then sees its record.
		PERFORM pg_advisory_xact_lock(
			hashtextextended('evaluation:' || row.edition_id || ':' || row.evaluator_id, 0));
		IF EXISTS (
			SELECT FROM evaluation_records r
			WHERE r.edition_id = row.edition_id AND r.evaluator_id = row.evaluator_id
				AND r.reopened_at IS NULL
		) THEN
			RAISE EXCEPTION 'this evaluation is closed' USING ERRCODE = 'integrity_constraint_violation';
		END IF;
	END LOOP;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_closed_scores BEFORE INSERT OR UPDATE OR DELETE ON "evaluations"
FOR EACH ROW EXECUTE FUNCTION keep_closed_scores();
--> statement-breakpoint
-- An evaluation record can be reopened once, with a reason. The trigger refuses all other changes.
CREATE FUNCTION keep_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND OLD.reopened_at IS NULL AND NEW.reopened_at IS NOT NULL
		AND length(trim(NEW.reopened_reason)) > 0
		AND to_jsonb(NEW) - '{reopened_at,reopened_reason}'::text[]
			= to_jsonb(OLD) - '{reopened_at,reopened_reason}'::text[]
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a record of an evaluation does not change'
		USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_records BEFORE UPDATE OR DELETE ON "evaluation_records"
FOR EACH ROW EXECUTE FUNCTION keep_records();
--> statement-breakpoint
CREATE FUNCTION keep_released_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.release_id IS NOT NULL AND EXISTS (SELECT FROM projects WHERE id = OLD.project_id) THEN
		RAISE EXCEPTION 'a released decision does not change'
			USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_released_decisions BEFORE UPDATE OR DELETE ON "decisions"
FOR EACH ROW EXECUTE FUNCTION keep_released_decisions();
