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