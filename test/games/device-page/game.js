// Like a typical small browser game: global listeners, key codes, pointer lock on a click, pads polled in a frame.
const context = document.getElementById("screen").getContext("2d");
const held = {};
const player = { x: 100, y: 100, angle: 0, shots: 0 };

addEventListener("keydown", (event) => { held[event.keyCode] = true; });
addEventListener("keyup", (event) => { held[event.keyCode] = false; });
document.getElementById("screen").addEventListener("mousedown", function () {
  if (document.pointerLockElement === this) player.shots += 1;
  else this.requestPointerLock();
});
document.addEventListener("mousemove", (event) => {
  if (document.pointerLockElement !== null) player.angle += event.movementX * 0.01;
});

function move() {
  if (held[39]) player.x += 4;
  if (held[37]) player.x -= 4;
  const [pad] = navigator.getGamepads();
  if (pad) player.y += pad.axes[1] * 4;
}

// A rectangle for every shot, so that input is visible in the drawing.
requestAnimationFrame(function frame() {
  move();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, 640, 360);
  context.translate(player.x, player.y);
  context.rotate(player.angle);
  context.fillStyle = "tomato";
  for (let shot = -1; shot < player.shots; shot += 1) context.fillRect(shot * 12, -8, 10, 16);
  document.getElementById("status").textContent = JSON.stringify(player);
  requestAnimationFrame(frame);
});
