import { ApiError } from "@/lib/api/error";
import { type Changes, type SavedField, sameValue, type Values } from "./draft-values";

/**
 * Saves of this tab whose outcome is not known: on their way, or without an answer that got through.
 * What they carried may stand on the server or not, and is this tab's own text either way.
 */
export function createAfloat() {
  let saves: { body: Changes; version: number }[] = [];

  return {
    /** A save leaves, built on `version`. */
    leave(body: Changes, version: number) {
      saves.push({ body, version });
    },
    /** The server stands at `version`: an older save has been stored by now, or never will be. */
    land(version: number) {
      saves = saves.filter((save) => save.version >= version);
    },
    /** The save failed. Only the server's own refusal proves that nothing was stored. */
    fail(body: Changes, error: unknown) {
      const isRefusal = error instanceof ApiError && error.status < 500 && !isTransport(error.code);
      if (isRefusal) saves = saves.filter((save) => save.body !== body);
    },
    /** Whether an earlier try of this very save made the stored version, and what it wrote stands. */
    hasArrived(body: Changes, stored: { values: Values; version: number }): boolean {
      const text = JSON.stringify(body);
      const wasTried = saves.some(
        (save) =>
          save.body !== body &&
          save.version + 1 === stored.version &&
          JSON.stringify(save.body) === text,
      );
      const fields = Object.keys(body) as SavedField[];
      return wasTried && fields.every((field) => isStored(field, body, stored.values));
    },
    /** Fields that may stand otherwise on the server than this tab last heard. */
    fields: (): SavedField[] => [
      ...new Set(saves.flatMap(({ body }) => Object.keys(body) as SavedField[])),
    ],
    /**
     * What this tab's text started from, when the server shows `theirs`: a field that holds what we
     * sent ourselves has been changed by nobody else, so it is no other version to ask about.
     */
    baseOf(base: Values, theirs: Values): Values {
      const own: Changes = {};
      for (const { body } of saves) {
        for (const field of Object.keys(body) as SavedField[]) {
          if (isStored(field, body, theirs)) Object.assign(own, { [field]: theirs[field] });
        }
      }
      return { ...base, ...own };
    },
  };
}

function isStored(field: SavedField, body: Changes, stored: Values): boolean {
  const sent = body[field];
  return sent !== undefined && sameValue(field, sent as never, stored[field] as never);
}

function isTransport(code: ApiError["code"]): boolean {
  return code === "network" || code === "bad_answer";
}
