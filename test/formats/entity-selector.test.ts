import { describe, expect, it } from "vitest";
import { parseEntitySelector, selects, type SelectableNode } from "../../src/formats/entity-selector.ts";

const enemy: SelectableNode = {
  types: ["Mesh", "Crate", "Object3D"],
  name: "enemy[3]",
  userData: { hp: 3, team: "red", isBoss: false, gone: null, path: { length: 2 } },
};

function selected(selector: string, node: SelectableNode = enemy): boolean | string {
  const parsed = parseEntitySelector(selector);
  return parsed.ok ? selects(parsed.selector, node) : parsed.problem;
}

describe("a selector of entities", () => {
  it.each([
    ["Mesh", true],
    ["Object3D", true],
    ["Sprite", false],
    ["*", true],
    ["[name]", true],
    ["[name^=enemy]", true],
    ["[name^=nemy]", false],
    ["[name$=']']", true],
    ['[name$="[3]"]', true],
    ["[name*=em]", true],
    ["[name=enemy]", false],
    ["[name = 'enemy[3]']", true],
    ["Mesh[name^=enemy][userData.hp=3]", true],
    ["Mesh[name^=enemy][userData.hp=4]", false],
    ["[userData.hp]", true],
    ["[userData.isBoss=false]", true],
    ["[userData.gone]", false],
    ["[userData.path]", true],
    ["[userData.path*=o]", false],
    ["[userData.team^=r]", true],
    ["  Crate [name]  ", `" [name]" is no condition, as in [name^=enemy]`],
  ])("reads %s", (selector, expected) => {
    expect(selected(selector)).toBe(expected);
  });

  it("takes nodes without a name and without user data", () => {
    const bare: SelectableNode = { types: [], name: "", userData: undefined };
    expect(selected("*", bare)).toBe(true);
    expect(selected("[name]", bare)).toBe(false);
    expect(selected("[name=]", bare)).toBe(true);
    expect(selected("[userData.hp]", bare)).toBe(false);
  });

  it.each([
    ["", "it is empty"],
    [" ", "it is empty"],
    ["Mesh[", '"[" is no condition, as in [name^=enemy]'],
    ["Mesh[name", "a bracket is not closed"],
    ["Mesh[name=a", "a bracket or a quotation mark is not closed"],
    ["Mesh[name='a]", "a bracket or a quotation mark is not closed"],
    ["Mesh[name~=a]", '"~=" is no comparison: there are =, ^=, $= and *='],
    ["Mesh[name==a]", '"==" is no comparison: there are =, ^=, $= and *='],
    ["Mesh[id=a]", '"id" is nothing that a node is asked for: there are name and userData.KEY'],
    ["Mesh[userData=a]", '"userData" is nothing that a node is asked for: there are name and userData.KEY'],
    ["Mesh, Sprite", "it has a comma: give --entities once for each selector"],
    ["Mesh Sprite", '" Sprite" is no condition, as in [name^=enemy]'],
    ["9", '"9" is no condition, as in [name^=enemy]'],
  ])("says what is wrong with %o", (selector, problem) => {
    expect(selected(selector)).toBe(problem);
  });
});
