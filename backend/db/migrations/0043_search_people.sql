-- The staff search finds the members of a team: each name, the contact's address, and the digits of each phone number.
CREATE FUNCTION people_text(project jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg(concat_ws(' ', name, email, regexp_replace(coalesce(phone, ''), '\D', '', 'g')), ' '), '')
  FROM people_of(project)
);
--> statement-breakpoint
ALTER TABLE "projects" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_key(coalesce(fields->>'nome', '') || ' ' || people_text(fields))) STORED NOT NULL;
