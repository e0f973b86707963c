/**
 * Cell formats of a workbook by their index in styles.xml. `quoted` marks a text that looks like a formula: a user can
 * edit the cell without creating a formula, and no apostrophe is visible.
 */
export const STYLES = { plain: 0, head: 1, date: 2, decimal: 3, quoted: 4 } as const;

const PROLOGUE = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Escapes a text for XML and removes characters that XML does not allow. */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML 1.0 leaves out
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

/** Returns the files of an xlsx package except its worksheets, as pairs of name and content. */
export function xlsxParts(sheets: readonly string[]): [name: string, text: string][] {
  const each = (write: (number: number, sheet: string) => string) =>
    sheets.map((sheet, index) => write(index + 1, sheet)).join("");
  const styles = sheets.length + 1;
  return [
    [
      "[Content_Types].xml",
      `${PROLOGUE}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      "_rels/.rels",
      `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${PROLOGUE}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number, sheet) => `<sheet name="${xmlText(sheet)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", `${PROLOGUE}${STYLE_SHEET}`],
  ];
}

/**
 * Cell formats in the order of STYLES. 22 is Excel's built-in format for dates with time. 164 is the lowest number that
 * a workbook's custom formats can use.
 */
const STYLE_SHEET = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border/><border><left/><right/><top/><bottom style="medium"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyAlignment="1"><alignment vertical="bottom" wrapText="1"/></xf><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
