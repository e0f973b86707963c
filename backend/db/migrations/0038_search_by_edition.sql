-- This extension allows the edition in an index of texts. It is trusted, so the owner of the database can
-- create it.
CREATE EXTENSION IF NOT EXISTS "btree_gin" SCHEMA public;
--> statement-breakpoint
DROP INDEX "submissions_search_text_index";--> statement-breakpoint
CREATE INDEX "submissions_edition_id_search_text_index" ON "submissions" USING gin ("edition_id","search_text" gin_trgm_ops) WITH (fastupdate=false) WHERE current;