-- Older builds name these constraints in ON CONFLICT. Therefore the constraints stayed until a later release.
ALTER TABLE "assignment_proposals" DROP CONSTRAINT "assignment_proposals_editionId_round_unique";--> statement-breakpoint
ALTER TABLE "assignments" DROP CONSTRAINT "assignments_editionId_round_unique";--> statement-breakpoint
ALTER TABLE "fixed_readings" DROP CONSTRAINT "fixed_readings_evaluatorId_projectId_round_unique";--> statement-breakpoint
ALTER TABLE "evaluations" DROP CONSTRAINT "evaluations_evaluatorId_projectId_unique";--> statement-breakpoint
ALTER TABLE "fixed_readings" DROP CONSTRAINT "fixed_readings_evaluator_id_project_id_pk";--> statement-breakpoint
ALTER TABLE "assignment_proposals" DROP CONSTRAINT "assignment_proposals_pkey";--> statement-breakpoint
ALTER TABLE "assignments" DROP CONSTRAINT "assignments_pkey";--> statement-breakpoint
ALTER TABLE "assignment_proposals" ADD CONSTRAINT "assignment_proposals_edition_id_round_pk" PRIMARY KEY("edition_id","round");--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_edition_id_round_pk" PRIMARY KEY("edition_id","round");--> statement-breakpoint
ALTER TABLE "fixed_readings" ADD CONSTRAINT "fixed_readings_evaluator_id_project_id_round_pk" PRIMARY KEY("evaluator_id","project_id","round");