-- The staff search finds the members of a team: each name, the contact's address, and the digits of each phone number.
CREATE FUNCTION people_text(project jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg(concat_ws(' ', name, email, regexp_replace(coalesce(phone, ''), '\D', '', 'g')), ' '), '')
  FROM people_of(project)
);
--> statement-breakpoint
ALTER TABLE "projects" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_key(coalesce(fields->>'nome', '') || ' ' || people_text(fields))) STORED NOT NULL;
--> statement-breakpoint
CREATE TABLE "letter_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_texts_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "audience" text DEFAULT 'applications' NOT NULL;
--> statement-breakpoint
ALTER TABLE "decision_releases" ADD COLUMN "details" jsonb;
--> statement-breakpoint
CREATE TABLE "staff_alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_notices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"summary_hour" integer,
	"alerts" jsonb NOT NULL,
	"summary_on" date,
	"summary_counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "places" jsonb DEFAULT '{"pre_selected":50,"semifinalist":20,"finalist":6,"winner":1,"challenge_winner":1,"incubation":3}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "readings" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "grace_minutes" integer;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "reminders" jsonb DEFAULT '{"applicants":[168,24,3],"begin":[168],"evaluators":[168,24]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_notices" ADD CONSTRAINT "staff_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_alerts_open_index" ON "staff_alerts" USING btree ("kind","subject") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "staff_alerts_ended_at_index" ON "staff_alerts" USING btree ("ended_at");
--> statement-breakpoint
CREATE TABLE "fixed_readings" (
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"evaluator_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" uuid,
	CONSTRAINT "fixed_readings_evaluator_id_project_id_pk" PRIMARY KEY("evaluator_id","project_id"),
	CONSTRAINT "known_kind" CHECK (kind in ('given', 'barred'))
);
--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD CONSTRAINT "fixed_readings_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD CONSTRAINT "fixed_readings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD CONSTRAINT "fixed_readings_evaluator_id_users_id_fk" FOREIGN KEY ("evaluator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD CONSTRAINT "fixed_readings_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fixed_readings_project_id_index" ON "fixed_readings" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "fixed_readings_edition_id_index" ON "fixed_readings" USING btree ("edition_id");
--> statement-breakpoint
-- How the members of a team heard of the programme, each value once. Figures count the values.
CREATE FUNCTION heard_from(project jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT DISTINCT member->>'info'
  FROM jsonb_array_elements(CASE WHEN jsonb_typeof(project->'team') = 'array' THEN project->'team' ELSE '[]'::jsonb END) AS member
  WHERE coalesce(member->>'info', '') <> ''
  ORDER BY 1
);
--> statement-breakpoint
ALTER TABLE "submissions"
  ADD COLUMN "femminile" text GENERATED ALWAYS AS (coalesce(project->>'femminile', '')) STORED NOT NULL,
  ADD COLUMN "sustainableretail" text GENERATED ALWAYS AS (coalesce(project->>'sustainableretail', '')) STORED NOT NULL,
  ADD COLUMN "referente_age" text GENERATED ALWAYS AS (coalesce(project->>'referente_age', '')) STORED NOT NULL,
  ADD COLUMN "heard" text[] GENERATED ALWAYS AS (heard_from(project)) STORED NOT NULL;
--> statement-breakpoint
CREATE TABLE "hidden_lists" (
	"user_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_lists_user_id_list_id_pk" PRIMARY KEY("user_id","list_id")
);
--> statement-breakpoint
CREATE TABLE "project_tags" (
	"project_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_tags_project_id_tag_id_pk" PRIMARY KEY("project_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text GENERATED ALWAYS AS (search_key(name)) STORED NOT NULL,
	"colour" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_editionId_key_unique" UNIQUE("edition_id","key")
);
--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "owned_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "owned_by_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_lists" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "owned_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "owned_by_id" uuid;--> statement-breakpoint
ALTER TABLE "hidden_lists" ADD CONSTRAINT "hidden_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_lists" ADD CONSTRAINT "hidden_lists_list_id_saved_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."saved_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tags" ADD CONSTRAINT "project_tags_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tags" ADD CONSTRAINT "project_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hidden_lists_list_id_index" ON "hidden_lists" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX "project_tags_tag_id_index" ON "project_tags" USING btree ("tag_id");--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_owned_by_id_users_id_fk" FOREIGN KEY ("owned_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_owned_by_id_users_id_fk" FOREIGN KEY ("owned_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_requests_owner_id_index" ON "data_requests" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "projects_owner_id_index" ON "projects" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "acts_notes_index" ON "acts" USING btree (("target" ->> 'edition'),("target" ->> 'user')) WHERE act = 'application.note';
