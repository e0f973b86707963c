-- What the evaluators' search compares: no case, no accents, one form of every character. The
-- dictionary is named so that the function may be used in generated columns and indexes.
CREATE EXTENSION IF NOT EXISTS "unaccent" SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "pg_trgm" SCHEMA public;
--> statement-breakpoint
CREATE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));
