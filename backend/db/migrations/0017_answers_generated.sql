-- What the evaluators' list shows, filters and sorts by was copied out of a submission's answers by whoever
-- wrote one; now it is generated from them. In one statement, so that the table is rewritten once. Indexes
-- of the columns go with them.
ALTER TABLE "submissions"
  DROP COLUMN "nome_key",
  DROP COLUMN "search_text",
  DROP COLUMN "nome",
  DROP COLUMN "idea",
  DROP COLUMN "tipologia_impresa",
  DROP COLUMN "stage",
  DROP COLUMN "industry",
  DROP COLUMN "tech",
  ADD COLUMN "nome" text GENERATED ALWAYS AS (coalesce(project->>'nome', '')) STORED NOT NULL,
  ADD COLUMN "idea" text GENERATED ALWAYS AS (coalesce(project->>'idea', '')) STORED NOT NULL,
  ADD COLUMN "tipologia_impresa" text GENERATED ALWAYS AS (coalesce(project->>'tipologia_impresa', '')) STORED NOT NULL,
  ADD COLUMN "stage" text GENERATED ALWAYS AS (coalesce(project->>'stage', '')) STORED NOT NULL,
  ADD COLUMN "industry" text GENERATED ALWAYS AS (coalesce(project->>'industry', '')) STORED NOT NULL,
  ADD COLUMN "tech" text GENERATED ALWAYS AS (coalesce(project->>'tech', '')) STORED NOT NULL,
  ADD COLUMN "nome_key" text GENERATED ALWAYS AS (search_key(coalesce(project->>'nome', ''))) STORED NOT NULL,
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_key(coalesce(project->>'nome', '') || ' ' || coalesce(project->>'idea', ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_edition_id_nome_key_id_index" ON "submissions" USING btree ("edition_id","nome_key","id") WHERE current;--> statement-breakpoint
CREATE INDEX "submissions_search_text_index" ON "submissions" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false) WHERE current;
