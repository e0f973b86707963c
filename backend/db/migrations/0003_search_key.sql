-- Returns a text in the form that the evaluators' search compares: lower case, no accents, one form of each
-- character. Names its dictionary, so that generated columns and indexes can use the function.
CREATE EXTENSION IF NOT EXISTS "unaccent" SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "pg_trgm" SCHEMA public;
--> statement-breakpoint
CREATE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));
