CREATE TABLE "round_jurors" (
	"edition_id" uuid NOT NULL,
	"round" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"capacity" integer,
	"chair" boolean DEFAULT false NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "round_jurors_edition_id_round_user_id_pk" PRIMARY KEY("edition_id","round","user_id"),
	CONSTRAINT "some_capacity" CHECK (capacity > 0)
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"edition_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"names" jsonb NOT NULL,
	"stage" text NOT NULL,
	"reads" smallint,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"readings" smallint,
	"weight" smallint,
	"shows_earlier" boolean DEFAULT false NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"feedback" boolean DEFAULT false NOT NULL,
	"band" boolean DEFAULT false NOT NULL,
	"discussion" boolean DEFAULT false NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"replaced_by" smallint,
	CONSTRAINT "rounds_edition_id_number_pk" PRIMARY KEY("edition_id","number"),
	CONSTRAINT "counted_from_one" CHECK (number > 0 and (reads is null or reads <> number)),
	CONSTRAINT "first_round_has_the_editions_dates" CHECK (case when number = 1 then num_nonnulls(opens_at, closes_at) = 0 else num_nonnulls(opens_at, closes_at) = 2 end),
	CONSTRAINT "opens_before_it_closes" CHECK (opens_at < closes_at),
	CONSTRAINT "weighs_with_another" CHECK (weight is null or (reads is not null and weight between 1 and 99)),
	CONSTRAINT "some_readings" CHECK (readings > 0),
	CONSTRAINT "known_stage" CHECK (stage in ('pre_selected', 'semifinalist', 'finalist', 'winner', 'challenge_winner', 'incubation'))
);
--> statement-breakpoint
DROP INDEX "evaluation_records_edition_id_evaluator_id_index";--> statement-breakpoint
ALTER TABLE "assigned_readings" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assigned_readings" DROP CONSTRAINT "assigned_readings_evaluator_id_project_id_pk";--> statement-breakpoint
ALTER TABLE "ranking_openings" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ranking_openings" DROP CONSTRAINT "ranking_openings_pkey";--> statement-breakpoint
ALTER TABLE "assigned_readings" ADD CONSTRAINT "assigned_readings_evaluator_id_project_id_round_pk" PRIMARY KEY("evaluator_id","project_id","round");--> statement-breakpoint
ALTER TABLE "ranking_openings" ADD CONSTRAINT "ranking_openings_edition_id_round_pk" PRIMARY KEY("edition_id","round");--> statement-breakpoint
ALTER TABLE "assignment_proposals" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation_records" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluations" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "rounds" smallint[] DEFAULT '{1}' NOT NULL;--> statement-breakpoint
ALTER TABLE "round_jurors" ADD CONSTRAINT "round_jurors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_jurors" ADD CONSTRAINT "round_jurors_edition_id_round_rounds_edition_id_number_fk" FOREIGN KEY ("edition_id","round") REFERENCES "public"."rounds"("edition_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_jurors_user_id_index" ON "round_jurors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rounds_edition_id_stage_index" ON "rounds" USING btree ("edition_id","stage") WHERE replaced_by is null;--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_records_edition_id_round_evaluator_id_index" ON "evaluation_records" USING btree ("edition_id","round","evaluator_id") WHERE reopened_at is null;--> statement-breakpoint
CREATE INDEX "evaluations_edition_id_round_project_id_index" ON "evaluations" USING btree ("edition_id","round","project_id");--> statement-breakpoint
ALTER TABLE "assignment_proposals" ADD CONSTRAINT "assignment_proposals_editionId_round_unique" UNIQUE("edition_id","round");--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_editionId_round_unique" UNIQUE("edition_id","round");--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD CONSTRAINT "fixed_readings_evaluatorId_projectId_round_unique" UNIQUE("evaluator_id","project_id","round");--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_evaluatorId_projectId_round_unique" UNIQUE("evaluator_id","project_id","round");
--> statement-breakpoint
-- Closed evaluations do not change. Neither does a round that staff closed, or whose results an opened round reads. The lock on
-- the rows of the rounds makes an opening and a save wait for each other.
CREATE OR REPLACE FUNCTION keep_closed_scores() RETURNS trigger LANGUAGE plpgsql AS $$
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
		PERFORM pg_advisory_xact_lock(hashtextextended(
			'evaluation:' || row.edition_id || ':' || row.evaluator_id
				|| CASE WHEN row.round = 1 THEN '' ELSE ':' || row.round END, 0));
		IF EXISTS (
			SELECT FROM evaluation_records r
			WHERE r.edition_id = row.edition_id AND r.evaluator_id = row.evaluator_id
				AND r.round = row.round AND r.reopened_at IS NULL
		) THEN
			RAISE EXCEPTION 'this evaluation is closed' USING ERRCODE = 'integrity_constraint_violation';
		END IF;
		PERFORM FROM rounds r WHERE r.edition_id = row.edition_id
			AND (r.number = row.round OR r.reads = row.round) FOR SHARE;
		IF EXISTS (
			SELECT FROM rounds r WHERE r.edition_id = row.edition_id
				AND (r.number = row.round AND r.closed_at IS NOT NULL
					OR r.reads = row.round AND r.opened_at IS NOT NULL)
		) THEN
			RAISE EXCEPTION 'this round is closed' USING ERRCODE = 'integrity_constraint_violation';
		END IF;
	END LOOP;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
-- Records can be reopened once, with a reason, while no opened round reads their round. The job of the retention times names the
-- edition whose records it deletes.
CREATE OR REPLACE FUNCTION keep_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('slancio.erased_edition', true) = OLD.edition_id::text THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.reopened_at IS NULL AND NEW.reopened_at IS NOT NULL
		AND length(trim(NEW.reopened_reason)) > 0
		AND to_jsonb(NEW) - '{reopened_at,reopened_reason}'::text[]
			= to_jsonb(OLD) - '{reopened_at,reopened_reason}'::text[]
		AND NOT EXISTS (
			SELECT FROM rounds r WHERE r.edition_id = OLD.edition_id
				AND r.reads = OLD.round AND r.opened_at IS NOT NULL)
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a record of an evaluation does not change'
		USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
-- Without statistics about the new column, the planner expects too few rows.
ANALYZE evaluations;
