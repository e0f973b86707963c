ALTER TABLE "whitepaper_requests" ADD COLUMN "document" text;--> statement-breakpoint
ALTER TABLE "whitepaper_requests" ADD COLUMN "sha256" text;