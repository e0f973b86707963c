ALTER TABLE "data_requests" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "email" text;--> statement-breakpoint
CREATE INDEX "data_requests_email_index" ON "data_requests" USING btree ("email");--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_whose" CHECK ((user_id is null) <> (email is null));