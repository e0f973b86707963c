CREATE TABLE "proposed_acts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"act" text NOT NULL,
	"target" jsonb NOT NULL,
	"user_id" uuid,
	"edition_id" uuid,
	"proposer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"shown" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"line" bigint NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "proposed_acts_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
ALTER TABLE "proposed_acts" ADD CONSTRAINT "proposed_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_acts" ADD CONSTRAINT "proposed_acts_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_acts" ADD CONSTRAINT "proposed_acts_proposer_id_users_id_fk" FOREIGN KEY ("proposer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;