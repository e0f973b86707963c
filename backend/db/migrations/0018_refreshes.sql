CREATE TABLE "refreshes" (
	"tag" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
