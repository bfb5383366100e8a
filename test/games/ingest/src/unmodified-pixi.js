import { Application, Graphics } from "pixi.js";

const app = new Application();
await app.init({ width: 320, height: 180, background: "#223344" });
document.body.appendChild(app.canvas);
for (let index = 0; index < 3; index += 1) {
  const star = new Graphics().star(60 + index * 100, 90, 5, 30).fill("#ffcc44");
  star.userData = { entityId: `star-${index}` };
  app.stage.addChild(star);
}
app.ticker.add(() => {
  for (const star of app.stage.children) star.y = Math.random() * 10;
});
