-- Stores which answers of a draft are not empty, so that counts of thousands of drafts need not read the
-- drafts' answers.
CREATE FUNCTION filled_answers(fields jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT answer.name FROM jsonb_each(fields) AS answer(name, value)
  WHERE answer.value NOT IN ('""', '[]', '{}', 'null')
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "filled" text[] GENERATED ALWAYS AS (filled_answers(fields)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_created_at_id_index" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "projects_edition_id_extended_until_index" ON "projects" USING btree ("edition_id","extended_until") WHERE extended_until is not null;--> statement-breakpoint
CREATE INDEX "projects_edition_id_last_saved_index" ON "projects" USING btree ("edition_id",coalesce(saved_at, created_at),"id");--> statement-breakpoint
CREATE INDEX "outbox_open_index" ON "outbox" USING btree ("created_at") WHERE sent_at is null;