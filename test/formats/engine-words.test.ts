import { expect, it } from "vitest";
import { engineWords } from "../../src/formats/engine-words.ts";
import { matterWords, physicsClasses } from "../../src/page/prelude/engines/known-physics.ts";
import { sceneClasses } from "../../src/page/prelude/engines/known-scenes.ts";

it("has a word of every engine that the prelude recognises, and no other", () => {
  const shapes = [...sceneClasses, ...physicsClasses].map(({ shape }) => [...shape.methods, ...shape.getters]);
  const all = [...shapes, matterWords];
  for (const names of all) expect(names.some((name) => engineWords.includes(name))).toBe(true);
  expect(engineWords.filter((word) => !all.flat().includes(word))).toEqual([]);
});
