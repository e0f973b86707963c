CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"evaluator_id" uuid NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_evaluatorId_projectId_round_unique" UNIQUE("evaluator_id","project_id","round")
);
--> statement-breakpoint
CREATE TABLE "feedback_verdicts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"feedback_id" uuid,
	"kind" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"question" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_verdicts_projectId_stage_feedbackId_unique" UNIQUE NULLS NOT DISTINCT("project_id","stage","feedback_id"),
	CONSTRAINT "known_verdict" CHECK (kind in ('as_written', 'edited', 'withheld', 'asked', 'own'))
);
--> statement-breakpoint
CREATE TABLE "released_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"decision_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"band" text,
	CONSTRAINT "counted_from_one" CHECK (place > 0),
	CONSTRAINT "known_band" CHECK (band in ('above', 'around', 'below'))
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "feedback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "feedback_band" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_evaluator_id_users_id_fk" FOREIGN KEY ("evaluator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_verdicts" ADD CONSTRAINT "feedback_verdicts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_verdicts" ADD CONSTRAINT "feedback_verdicts_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_feedback" ADD CONSTRAINT "released_feedback_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_feedback" ADD CONSTRAINT "released_feedback_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_edition_id_round_project_id_index" ON "feedback" USING btree ("edition_id","round","project_id");--> statement-breakpoint
CREATE INDEX "feedback_project_id_index" ON "feedback" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "feedback_verdicts_feedback_id_index" ON "feedback_verdicts" USING btree ("feedback_id");--> statement-breakpoint
CREATE UNIQUE INDEX "released_feedback_decision_id_place_index" ON "released_feedback" USING btree ("decision_id","place");--> statement-breakpoint
CREATE INDEX "released_feedback_project_id_index" ON "released_feedback" USING btree ("project_id");
--> statement-breakpoint
-- The trigger refuses changes of a feedback text after its author or its round has closed, unless staff asked
-- the author again about this text. The text is deleted with its application or with its author's account.
CREATE FUNCTION keep_closed_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	row feedback;
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id AND erased_at IS NULL)
			OR EXISTS (SELECT FROM users WHERE id = OLD.evaluator_id AND deactivated_at IS NOT NULL)
		THEN
			RETURN OLD;
		END IF;
		row := OLD;
	ELSE
		row := NEW;
	END IF;
	IF TG_OP = 'UPDATE' AND (OLD.id, OLD.edition_id, OLD.project_id, OLD.evaluator_id, OLD.round)
		IS DISTINCT FROM (NEW.id, NEW.edition_id, NEW.project_id, NEW.evaluator_id, NEW.round)
	THEN
		RAISE EXCEPTION 'a text for an applicant keeps its author and its project'
			USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	-- Takes the lock of backend/evaluations/closing.ts, so that the trigger waits for a concurrent closing and
	-- then sees its record.
	PERFORM pg_advisory_xact_lock(hashtextextended(
		'evaluation:' || row.edition_id || ':' || row.evaluator_id
			|| CASE WHEN row.round = 1 THEN '' ELSE ':' || row.round END, 0));
	IF TG_OP = 'UPDATE' AND EXISTS (
		SELECT FROM feedback_verdicts v WHERE v.feedback_id = row.id AND v.kind = 'asked'
	) THEN
		RETURN NEW;
	END IF;
	PERFORM FROM rounds r WHERE r.edition_id = row.edition_id
		AND (r.number = row.round OR r.reads = row.round) FOR SHARE;
	IF EXISTS (
		SELECT FROM evaluation_records r
		WHERE r.edition_id = row.edition_id AND r.evaluator_id = row.evaluator_id
			AND r.round = row.round AND r.reopened_at IS NULL
	) OR EXISTS (
		SELECT FROM rounds r WHERE r.edition_id = row.edition_id
			AND (r.number = row.round AND r.closed_at IS NOT NULL
				OR r.reads = row.round AND r.opened_at IS NOT NULL)
	) THEN
		RAISE EXCEPTION 'this evaluation is closed' USING ERRCODE = 'integrity_constraint_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_closed_feedback BEFORE INSERT OR UPDATE OR DELETE ON "feedback"
FOR EACH ROW EXECUTE FUNCTION keep_closed_feedback();
--> statement-breakpoint
-- Feedback that was released with a decision does not change. It is deleted with its application.
CREATE FUNCTION keep_released_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND NOT EXISTS (
		SELECT FROM projects WHERE id = OLD.project_id AND erased_at IS NULL
	) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'released feedback does not change' USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_released_feedback BEFORE UPDATE OR DELETE ON "released_feedback"
FOR EACH ROW EXECUTE FUNCTION keep_released_feedback();
