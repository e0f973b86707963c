ALTER TABLE "outbox" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_project_id_index" ON "outbox" USING btree ("project_id");--> statement-breakpoint
-- Sets the application of receipt emails that were queued earlier. Their deduplication key contains the
-- submission's id.
UPDATE "outbox" SET "project_id" = "submissions"."project_id" FROM "submissions" WHERE "outbox"."dedupe_key" = 'application_sent:' || "submissions"."id";
