CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edition_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"invited_by" uuid,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"capacity" integer,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"sectors" text[] DEFAULT '{}' NOT NULL,
	"conflicts" text[] DEFAULT '{}' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	CONSTRAINT "invitations_editionId_userId_unique" UNIQUE("edition_id","user_id"),
	CONSTRAINT "known_answer" CHECK (answer in ('yes', 'less', 'no')),
	CONSTRAINT "some_capacity" CHECK (capacity > 0)
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_user_id_index" ON "invitations" USING btree ("user_id");