/**
 * Style of the touch controls: quiet discs that are visible on any background, without an expensive blur. Sticks are
 * under the left thumb and buttons under the right one. Sizes are relative to the stage's smaller side (`cqmin`).
 */
export const touchControlsStyle = `
:host { position: absolute; inset: 0; container-type: size; pointer-events: none; display: block; z-index: 2147483647; }
:host([hidden]) { display: none; }
.thumb { position: absolute; bottom: 5cqmin; display: flex; gap: 3cqmin; pointer-events: none; }
.left { left: 5cqmin; align-items: flex-end; }
.right { right: 5cqmin; max-width: 46cqw; flex-flow: row-reverse wrap-reverse; align-items: flex-end; }
.control {
  pointer-events: auto; touch-action: none; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
  box-sizing: border-box; position: relative; border-radius: 50%; display: grid; place-items: center;
  color: rgb(255 255 255 / .92); background: rgb(18 22 34 / .34); border: 1.5px solid rgb(255 255 255 / .42);
  box-shadow: 0 1px 6px rgb(0 0 0 / .35), inset 0 0 1.5cqmin rgb(255 255 255 / .12);
}
.button {
  width: clamp(44px, 15cqmin, 88px); height: clamp(44px, 15cqmin, 88px); padding: 0 .4em; overflow: hidden;
  font: 600 clamp(11px, 3.4cqmin, 18px)/1.1 system-ui, sans-serif; text-align: center; overflow-wrap: anywhere;
  transition: transform 60ms ease-out, background-color 60ms ease-out;
}
.button.held { background: rgb(255 255 255 / .38); border-color: rgb(255 255 255 / .85); transform: scale(.93); }
.stick { width: clamp(96px, 30cqmin, 176px); height: clamp(96px, 30cqmin, 176px); }
.knob {
  width: 44%; height: 44%; border-radius: 50%; pointer-events: none;
  background: radial-gradient(circle at 35% 30%, rgb(255 255 255 / .75), rgb(255 255 255 / .34));
  border: 1px solid rgb(255 255 255 / .6); box-shadow: 0 2px 8px rgb(0 0 0 / .4);
}
@media (prefers-reduced-motion: reduce) { .button { transition: none; } }
`;
