ALTER TABLE "projects" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
-- Set the time of erasure for applications of people who were erased before this column existed.
UPDATE "projects" SET "erased_at" = u.erased_at FROM "users" u WHERE u.id = "projects".user_id AND u.erased_at IS NOT NULL;
--> statement-breakpoint
-- Records can be reopened once, with a reason. The job of the retention times names the edition whose records it deletes.
CREATE OR REPLACE FUNCTION keep_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('slancio.erased_edition', true) = OLD.edition_id::text THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.reopened_at IS NULL AND NEW.reopened_at IS NOT NULL
		AND length(trim(NEW.reopened_reason)) > 0
		AND to_jsonb(NEW) - '{reopened_at,reopened_reason}'::text[]
			= to_jsonb(OLD) - '{reopened_at,reopened_reason}'::text[]
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a record of an evaluation does not change'
		USING ERRCODE = 'integrity_constraint_violation';
END $$;
