import { ERROR_STATUS } from "@/contract/errors";
import { progress } from "@/contract/project/progress";
import { type Draft, EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project/project-schemas";
import { answerOf } from "./answer";

const AT = "2026-08-20T10:00:00.000Z";

type Report = { status: "partial" | "completed"; progress: number; projectVersion: number };
type SaveAnswer =
  | { status: 200; report: Report }
  | { status: 412; code: "version_conflict"; current: ProjectAnswer };

/**
 * Creates a model of how the server saves one form. A save merges its fields into the stored fields and increases the
 * version. The model refuses a save that builds on another version than the stored one.
 * tests/protocol/save-server.test.ts compares the model with the real server.
 *
 * @param heedsIfMatch false makes the server overwrite newer versions; the protocol test must fail on such a server
 */
export function formModel<V extends object>(empty: V, { heedsIfMatch = true } = {}) {
  let stored = { version: 0, values: empty };
  return {
    read: () => stored,
    /** Saves fields. Returns false if the model refuses the save. */
    save(given: Partial<V>, ifMatch: number | null): boolean {
      if (heedsIfMatch && ifMatch !== null && ifMatch !== stored.version) return false;
      stored = { version: stored.version + 1, values: { ...stored.values, ...given } };
      return true;
    },
  };
}

/** Creates a model of the endpoint that saves an application. Its responses have the form of the API's responses. */
export function saveModel() {
  const model = formModel<ProjectAnswer["project"]>(EMPTY_PROJECT);

  function read(): ProjectAnswer {
    const { version, values } = model.read();
    return answerOf({
      project: values,
      projectVersion: version,
      projectSavedAt: version > 0 ? AT : null,
    });
  }

  function save(given: Draft, ifMatch: number | null): SaveAnswer {
    if (!model.save(given, ifMatch))
      return { status: ERROR_STATUS.version_conflict, code: "version_conflict", current: read() };
    const { version, values } = model.read();
    const percent = progress(values);
    const status = percent === 100 ? "completed" : "partial";
    return { status: 200, report: { status, progress: percent, projectVersion: version } };
  }

  return { read, save };
}
