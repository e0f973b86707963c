CREATE TABLE "seeings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seeings_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "seeings" ADD CONSTRAINT "seeings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seeings" ADD CONSTRAINT "seeings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seeings_session_id_index" ON "seeings" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "seeings_user_id_index" ON "seeings" USING btree ("user_id");