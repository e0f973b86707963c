CREATE TABLE "mail_pause" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "says" text;--> statement-breakpoint
CREATE INDEX "outbox_created_at_id_index" ON "outbox" USING btree ("created_at","id");