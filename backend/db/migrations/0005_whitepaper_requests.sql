CREATE TABLE "whitepaper_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text NOT NULL,
	"role" text NOT NULL,
	"newsletter" boolean NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "whitepaper_requests_email_index" ON "whitepaper_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "whitepaper_requests_created_at_index" ON "whitepaper_requests" USING btree ("created_at");