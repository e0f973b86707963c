-- How the members of a team heard of the programme, each value once. Figures count the values.
CREATE FUNCTION heard_from(project jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT DISTINCT member->>'info'
  FROM jsonb_array_elements(CASE WHEN jsonb_typeof(project->'team') = 'array' THEN project->'team' ELSE '[]'::jsonb END) AS member
  WHERE coalesce(member->>'info', '') <> ''
  ORDER BY 1
);
--> statement-breakpoint
ALTER TABLE "submissions"
  ADD COLUMN "femminile" text GENERATED ALWAYS AS (coalesce(project->>'femminile', '')) STORED NOT NULL,
  ADD COLUMN "sustainableretail" text GENERATED ALWAYS AS (coalesce(project->>'sustainableretail', '')) STORED NOT NULL,
  ADD COLUMN "referente_age" text GENERATED ALWAYS AS (coalesce(project->>'referente_age', '')) STORED NOT NULL,
  ADD COLUMN "heard" text[] GENERATED ALWAYS AS (heard_from(project)) STORED NOT NULL;
