import { useFormatter } from "next-intl";
import { sizeWords } from "@/contract/project/file-facts";

/** Returns a function that formats bytes in the page's language, such as "8,4 MB". */
export function useSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => sizeWords(bytes, (value) => format.number(value, { maximumFractionDigits: 1 }));
}
