CREATE TABLE "renditions" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"video_id" uuid NOT NULL,
	"poster_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sha256" text,
	"reason" text,
	CONSTRAINT "renditions_state" CHECK (state in ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "renditions" ADD CONSTRAINT "renditions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renditions_video_id_index" ON "renditions" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "renditions_poster_id_index" ON "renditions" USING btree ("poster_id");--> statement-breakpoint
CREATE INDEX "renditions_created_at_index" ON "renditions" USING btree ("created_at") WHERE state = 'waiting';