import type { Summary } from "@/lib/api/content/content";

/** The line above a course's title: its level and how long it takes. */
export function CourseKicker({ course }: { course: Summary }) {
  const { level, duration } = course.meta;
  return (
    <>
      {level && <span lang={course.locale}>{level}</span>}
      {duration && <span lang={course.locale}>{duration}</span>}
    </>
  );
}
