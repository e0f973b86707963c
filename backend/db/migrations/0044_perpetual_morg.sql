CREATE TABLE "letter_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_texts_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "audience" text DEFAULT 'applications' NOT NULL;