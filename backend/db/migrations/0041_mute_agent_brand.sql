ALTER TABLE "files" ADD COLUMN "codec" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sound_codec" text;