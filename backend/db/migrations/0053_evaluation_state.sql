DROP INDEX "evaluations_edition_id_round_project_id_index";--> statement-breakpoint
ALTER TABLE "evaluations" ADD COLUMN "state" text GENERATED ALWAYS AS (case when recused_at is not null then 'recused' when num_nonnulls(impact, utility, feasibility, scalability, innovation) = 5 then 'scored'
          when num_nonnulls(impact, utility, feasibility, scalability, innovation) > 0 then 'partial' else 'todo' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "evaluations_progress_index" ON "evaluations" USING btree ("edition_id","round","project_id","evaluator_id","state","updated_at");