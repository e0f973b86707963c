DROP INDEX "submissions_edition_id_sent_at_index";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "nome_key" text GENERATED ALWAYS AS (search_key(nome)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_key(nome || ' ' || idea)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "evaluations_evaluator_id_edition_id_index" ON "evaluations" USING btree ("evaluator_id","edition_id");--> statement-breakpoint
CREATE INDEX "submissions_edition_id_sent_at_id_index" ON "submissions" USING btree ("edition_id","sent_at" DESC NULLS LAST,"id") WHERE current;--> statement-breakpoint
CREATE INDEX "submissions_edition_id_nome_key_id_index" ON "submissions" USING btree ("edition_id","nome_key","id") WHERE current;--> statement-breakpoint
CREATE INDEX "submissions_search_text_index" ON "submissions" USING gin ("search_text" gin_trgm_ops) WHERE current;