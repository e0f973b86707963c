CREATE TABLE "assigned_readings" (
	"edition_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"evaluator_id" uuid NOT NULL,
	CONSTRAINT "assigned_readings_evaluator_id_project_id_pk" PRIMARY KEY("evaluator_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "assignment_proposals" (
	"edition_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"readings" smallint NOT NULL,
	"seed" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"readers" jsonb
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"edition_id" uuid PRIMARY KEY NOT NULL,
	"readings" smallint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assigned_readings" ADD CONSTRAINT "assigned_readings_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assigned_readings" ADD CONSTRAINT "assigned_readings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assigned_readings" ADD CONSTRAINT "assigned_readings_evaluator_id_users_id_fk" FOREIGN KEY ("evaluator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_proposals" ADD CONSTRAINT "assignment_proposals_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assigned_readings_project_id_index" ON "assigned_readings" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "assigned_readings_edition_id_index" ON "assigned_readings" USING btree ("edition_id");