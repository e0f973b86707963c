ALTER TABLE "editions" ADD COLUMN "closes_moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "evaluation_closes_moved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_recipient_index" ON "outbox" USING btree ("recipient");