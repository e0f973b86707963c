CREATE TABLE "staff_alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_notices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"summary_hour" integer,
	"alerts" jsonb NOT NULL,
	"summary_on" date,
	"summary_counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "places" jsonb DEFAULT '{"pre_selected":50,"semifinalist":20,"finalist":6,"winner":1,"challenge_winner":1,"incubation":3}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "readings" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "grace_minutes" integer;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "reminders" jsonb DEFAULT '{"applicants":[168,24,3],"begin":[168],"evaluators":[168,24]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_notices" ADD CONSTRAINT "staff_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_alerts_open_index" ON "staff_alerts" USING btree ("kind","subject") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "staff_alerts_ended_at_index" ON "staff_alerts" USING btree ("ended_at");