CREATE TABLE "account_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_log" ADD CONSTRAINT "account_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_log_user_id_index" ON "account_log" USING btree ("user_id");--> statement-breakpoint
UPDATE "users" SET "roles" = '{evaluator}' WHERE "evaluator";
--> statement-breakpoint
-- A build older than the column `roles` reads and writes only the column `evaluator`. The trigger copies a
-- change of either column to the other column.
CREATE FUNCTION evaluator_follows_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.evaluator IS DISTINCT FROM (TG_OP = 'UPDATE' AND OLD.evaluator) THEN
    NEW.roles := array_remove(NEW.roles, 'evaluator')
      || CASE WHEN NEW.evaluator THEN ARRAY['evaluator'] ELSE '{}' END;
  END IF;
  NEW.evaluator := 'evaluator' = ANY (NEW.roles);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER evaluator_follows_roles BEFORE INSERT OR UPDATE OF "evaluator", "roles" ON "users"
FOR EACH ROW EXECUTE FUNCTION evaluator_follows_roles();
