import { describe, expect, it } from "vitest";
import { layOutTable, plainText, wrapBehind, wrapText } from "../../../harness/report/text-layout.ts";

const plain = (text: string): { readonly text: string; readonly paint: (text: string) => string } => ({
  text,
  paint: (painted) => painted,
});

describe("plainText", () => {
  it("removes control characters", () => {
    expect(plainText("\u001B[2J\u001B[31mred\u001B[0m\r\nnext\u202Etxet\u0007")).toBe("red next txet");
  });
});

describe("wrapText", () => {
  it("wraps at spaces, and does not split a long word", () => {
    expect(wrapText("one two three incomprehensible x", 9)).toEqual(["one two", "three", "incomprehensible", "x"]);
  });

  it("indents to match the first line's prefix", () => {
    expect(wrapBehind("! ", "one two three", 9)).toEqual(["! one two", "  three"]);
  });
});

describe("layOutTable", () => {
  const columns = [
    { align: "left", dispensable: 0 },
    { align: "right", dispensable: 2 },
    { align: "right", dispensable: 1 },
  ] as const;

  it("aligns, and leaves out a column without any text", () => {
    const rows = [
      [plain("a"), plain(""), plain("1")],
      [plain("bcd"), plain(""), plain("100")],
    ];
    expect(layOutTable(columns, rows, 80)).toEqual(["a      1", "bcd  100"]);
  });

  it("drops the most dispensable column first, and no more than necessary", () => {
    const rows = [[plain("name"), plain("12345"), plain("678")]];
    expect(layOutTable(columns, rows, 16)).toEqual(["name  12345  678"]);
    expect(layOutTable(columns, rows, 15)).toEqual(["name  678"]);
    expect(layOutTable(columns, rows, 5)).toEqual(["name"]);
  });

  it("pads before it paints, so that colours never shift a column", () => {
    const rows = [
      [{ text: "a", paint: (text: string) => `<${text}>` }, plain(""), plain("1")],
      [plain("bcd"), plain(""), plain("2")],
    ];
    expect(layOutTable(columns, rows, 80)).toEqual(["<a>    1", "bcd  2"]);
  });
});
