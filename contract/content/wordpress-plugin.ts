import { LANGUAGES } from "../languages";
import { CONTENT, CONTENT_TYPES, type ContentType } from "./content-types";
import { EDITOR_MESSAGES } from "./editor-messages";
import { FIELDS, fieldsOf } from "./fields";

/** WordPress's names of types that have another name there than their collection. */
const SINGULAR: Partial<Record<ContentType, string>> = {
  posts: "post",
  pages: "page",
  stories: "story",
  courses: "course",
  events: "event",
  lessons: "lesson",
  people: "person",
  alumni: "alumnus",
};

/** Returns the data that the WordPress plugin needs: languages, types with their fields, and messages. */
export function pluginData() {
  const types = CONTENT_TYPES.map((type) => {
    const fields = fieldsOf(type).map((name) => [name, FIELDS[name]]);
    const row: { root?: string; anchor?: string } = CONTENT[type];
    const path = row.root ? `${row.root}/` : row.anchor ? `${row.anchor}#` : null;
    return [type, { name: SINGULAR[type] ?? type, path, fields: Object.fromEntries(fields) }];
  });
  return { languages: LANGUAGES, types: Object.fromEntries(types), messages: EDITOR_MESSAGES };
}
