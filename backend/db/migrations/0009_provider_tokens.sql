CREATE TABLE "used_provider_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "document" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "source" text;--> statement-breakpoint
CREATE INDEX "used_provider_tokens_expires_at_index" ON "used_provider_tokens" USING btree ("expires_at");