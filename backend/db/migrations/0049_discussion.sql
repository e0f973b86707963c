CREATE TABLE "agreements" (
	"summary_id" uuid NOT NULL,
	"evaluator_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreements_summary_id_evaluator_id_pk" PRIMARY KEY("summary_id","evaluator_id")
);
--> statement-breakpoint
CREATE TABLE "contributions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "score_revisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"evaluator_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"impact" smallint NOT NULL,
	"utility" smallint NOT NULL,
	"feasibility" smallint NOT NULL,
	"scalability" smallint NOT NULL,
	"innovation" smallint NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "score_revisions_recordId_projectId_sequence_unique" UNIQUE("record_id","project_id","sequence"),
	CONSTRAINT "counted_from_one" CHECK (sequence > 0),
	CONSTRAINT "scores_are_0_to_10" CHECK (impact between 0 and 10 and utility between 0 and 10 and feasibility between 0 and 10 and scalability between 0 and 10 and innovation between 0 and 10)
);
--> statement-breakpoint
CREATE TABLE "summaries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"author_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "summaries_projectId_round_version_unique" UNIQUE("project_id","round","version"),
	CONSTRAINT "counted_from_one" CHECK (version > 0)
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "discussion" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "discussion_chair" uuid;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_evaluator_id_users_id_fk" FOREIGN KEY ("evaluator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_revisions" ADD CONSTRAINT "score_revisions_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_revisions" ADD CONSTRAINT "score_revisions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_revisions" ADD CONSTRAINT "score_revisions_evaluator_id_users_id_fk" FOREIGN KEY ("evaluator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_revisions" ADD CONSTRAINT "score_revisions_record_id_evaluation_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."evaluation_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreements_evaluator_id_index" ON "agreements" USING btree ("evaluator_id");--> statement-breakpoint
CREATE INDEX "contributions_edition_id_round_project_id_index" ON "contributions" USING btree ("edition_id","round","project_id");--> statement-breakpoint
CREATE INDEX "contributions_project_id_index" ON "contributions" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "contributions_author_id_index" ON "contributions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "score_revisions_edition_id_round_project_id_index" ON "score_revisions" USING btree ("edition_id","round","project_id");--> statement-breakpoint
CREATE INDEX "score_revisions_project_id_index" ON "score_revisions" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "score_revisions_evaluator_id_index" ON "score_revisions" USING btree ("evaluator_id");--> statement-breakpoint
CREATE INDEX "summaries_edition_id_round_project_id_index" ON "summaries" USING btree ("edition_id","round","project_id");--> statement-breakpoint
CREATE INDEX "summaries_author_id_index" ON "summaries" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_discussion_chair_users_id_fk" FOREIGN KEY ("discussion_chair") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Rows of a discussion go with an erased application, or with the records of an edition whose retention time has passed.
CREATE FUNCTION can_erase_discussion(edition uuid, project uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT coalesce(current_setting('slancio.erased_edition', true) = edition::text, false)
		OR NOT EXISTS (SELECT FROM projects WHERE id = project AND erased_at IS NULL)
$$;
--> statement-breakpoint
-- What an evaluator wrote in a discussion stays. Staff hide it, and the erasure of its author blanks it.
CREATE FUNCTION keep_contributions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND can_erase_discussion(OLD.edition_id, OLD.project_id) THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - '{text,hidden_at}'::text[] = to_jsonb(OLD) - '{text,hidden_at}'::text[]
		AND (NEW.text = OLD.text OR NEW.text = '' AND EXISTS (
			SELECT FROM users WHERE id = OLD.author_id AND deactivated_at IS NOT NULL))
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a contribution to a discussion does not change'
		USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_contributions BEFORE UPDATE OR DELETE ON "contributions"
FOR EACH ROW EXECUTE FUNCTION keep_contributions();
--> statement-breakpoint
CREATE FUNCTION keep_discussion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND can_erase_discussion(OLD.edition_id, OLD.project_id) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'a revision or a summary does not change' USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_revisions BEFORE UPDATE OR DELETE ON "score_revisions"
FOR EACH ROW EXECUTE FUNCTION keep_discussion();
--> statement-breakpoint
CREATE TRIGGER keep_summaries BEFORE UPDATE OR DELETE ON "summaries"
FOR EACH ROW EXECUTE FUNCTION keep_discussion();
--> statement-breakpoint
-- Reports whether the discussion of a project in the evaluation record has begun, because the record's author
-- has then seen other scores.
CREATE FUNCTION has_been_discussed(edition uuid, number smallint, record jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (
		SELECT FROM (
			SELECT project_id FROM contributions WHERE edition_id = edition AND round = number
			UNION ALL SELECT project_id FROM score_revisions WHERE edition_id = edition AND round = number
			UNION ALL SELECT project_id FROM summaries WHERE edition_id = edition AND round = number
		) AS discussed
		JOIN jsonb_array_elements(record->'evaluations') AS own
			ON own->>'project' = discussed.project_id::text AND own->'recusal' = 'null'
	)
$$;
--> statement-breakpoint
-- Also keeps a record closed after the discussion of one of its projects has begun.
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
		AND NOT has_been_discussed(OLD.edition_id, OLD.round, OLD.record)
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a record of an evaluation does not change'
		USING ERRCODE = 'integrity_constraint_violation';
END $$;
