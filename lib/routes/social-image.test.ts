import { expect, test } from "vitest";
import { pagePicture, pictureAt, socialImagePath } from "./social-image";

const segments = (path: string) => path.replace(/\?.*/, "").split("/").slice(2);

test.each(["/", "/call-for-ideas", "/chi-siamo", "/magazine/1", "/storie"])(
  "the image of %s is found by its URL",
  (path) => {
    const picture = pagePicture("en", path);
    expect(pictureAt(segments(socialImagePath(picture, "Title")))).toEqual(picture);
  },
);

test("items, subjects, and text pages have their own image in each language, and other pages their section's", () => {
  for (const picture of [
    { locale: "it", type: "posts", slug: "due-minuti" },
    { locale: "en", subject: "idee" },
  ] as const)
    expect(pictureAt(segments(socialImagePath(picture)))).toEqual(picture);
  expect(pagePicture("it", "/cookie-policy")).toEqual({ locale: "it", page: "cookie-policy" });
  for (const path of ["/search", "/magazine/2"])
    expect(pagePicture("it", path)).toEqual(pagePicture("it", "/magazine/1"));
});

test("an image URL changes only with the content of its image", () => {
  const path = (...state: unknown[]) => socialImagePath(pagePicture("it", "/"), ...state);
  expect(path("Uno", { a: 1 })).toBe(path("Uno", { a: 1 }));
  expect(path("Uno", { a: 1 })).not.toBe(path("Uno", { a: 2 }));
});

test.each([
  "it",
  "fr/home.png",
  "it/home",
  "it/dashboard.png",
  "it/pages/faq.png",
  "it/posts/a/b.png",
  "it/magazine/a/b.png",
])("there is no image at %s", (path) => {
  expect(pictureAt(path.split("/"))).toBeNull();
});
