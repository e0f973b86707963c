-- Returns a name in the form in which names are compared: lower case, no accents, one space between words.
CREATE FUNCTION name_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(search_key(value), '\s+', ' ', 'g'));
--> statement-breakpoint
CREATE FUNCTION people_of(project jsonb) RETURNS TABLE (name text, email text, phone text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT project->>'referente_nome_e_cognome', project->>'referente_email', project->>'referente_telefono'
  UNION ALL
  SELECT member->>'name', NULL, member->>'phone'
  FROM jsonb_array_elements(
    CASE jsonb_typeof(project->'team') WHEN 'array' THEN project->'team' ELSE '[]' END
  ) AS member;
END;
--> statement-breakpoint
CREATE FUNCTION people_keys(project jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT DISTINCT key
  FROM people_of(project) AS people
  CROSS JOIN LATERAL (VALUES (name_key(people.name)), (lower(btrim(people.email)))) AS keys(key)
  WHERE key <> ''
  ORDER BY key
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "people_keys" text[] GENERATED ALWAYS AS (people_keys(project)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "projects_user_id_index" ON "projects" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submissions_people_keys_index" ON "submissions" USING gin ("people_keys") WITH (fastupdate=false) WHERE current;