-- Generates the columns of the evaluators' list from the answers of the submission. Formerly the code that
-- inserted a submission copied the values. One statement changes all columns, so that PostgreSQL rewrites the
-- table once. The indexes of the dropped columns are dropped too.
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
