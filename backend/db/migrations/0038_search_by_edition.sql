-- Compares editions within an index of texts. A trusted one: an owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS "btree_gin" SCHEMA public;
--> statement-breakpoint
DROP INDEX "submissions_search_text_index";--> statement-breakpoint
CREATE INDEX "submissions_edition_id_search_text_index" ON "submissions" USING gin ("edition_id","search_text" gin_trgm_ops) WITH (fastupdate=false) WHERE current;