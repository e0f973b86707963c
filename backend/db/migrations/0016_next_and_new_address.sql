ALTER TABLE "mail_tokens" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "next" text;