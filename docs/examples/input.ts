import { InputManager } from "framegate";

const manager = new InputManager();
manager.loadMap({
  version: 1,
  actions: { jump: { valueType: "digital", bindings: [{ type: "key", code: "Space" }] } },
});

manager.receive({ type: "key", code: "Space", pressed: true });
manager.step();
console.log(manager.isJustPressed("jump")); // true
manager.step();
console.log(manager.isJustPressed("jump")); // false
