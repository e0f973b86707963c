ALTER TABLE "mail_tokens" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "next" text;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;