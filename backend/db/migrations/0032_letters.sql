CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"texts" jsonb NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"left_out" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "letter_id" uuid;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_created_at_id_index" ON "letters" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "letters_edition_id_index" ON "letters" USING btree ("edition_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_letter_index" ON "outbox" USING btree ("letter_id") WHERE letter_id is not null;